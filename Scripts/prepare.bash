# What Scripts/run and Scripts/test share; sourced, with `root` set by the caller.
# shellcheck shell=bash
: "${root:?}"

swift_needed_major=6
swift_needed_minor=3

# What the build needs: the header that proves it, then its package for apt, dnf and pacman.
build_needs=(
  "ncurses.h        libncursesw5-dev      ncurses-devel   ncurses"
  "curl/curl.h      libcurl4-openssl-dev  libcurl-devel   curl"
  "zlib.h           zlib1g-dev            zlib-devel      zlib"
  "brotli/decode.h  libbrotli-dev         brotli-devel    brotli"
  "zstd.h           libzstd-dev           libzstd-devel   zstd"
  "pcre2.h          libpcre2-dev          pcre2-devel     pcre2"
  "yaml.h           libyaml-dev           libyaml-devel   libyaml"
)
# What the tests call: the command, then its package.
test_needs=(
  "openssl          openssl               openssl         openssl"
  "nghttpd          nghttp2-server        nghttp2         libnghttp2"
)

step() { printf '%s\n' "==> $*" >&2; }
fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# Swift keeps caches in the home folder: without one that can be written to they go to .build.
if probe=$(mktemp "${HOME:-/nonexistent}/.inspector.XXXXXX" 2>/dev/null); then
  rm -f -- "$probe"
  swift_home=$HOME
else
  mkdir -p "$root/.build/home"
  swift_home=$root/.build/home
fi

run_swift() { HOME=$swift_home swift "$@"; }

check_swift() {
  local wanted="Swift $swift_needed_major.$swift_needed_minor or newer is needed"
  local advice="Install it from https://www.swift.org/install, put its usr/bin into PATH, start again."
  command -v swift >/dev/null || fail "$wanted, and there is no 'swift' in PATH." "$advice"
  local said
  said=$(run_swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
  local major=${said%%.*} rest=${said#*.}
  local minor=${rest%%.*}
  if [[ ! $major =~ ^[0-9]+$ || ! $minor =~ ^[0-9]+$ ]]; then
    fail "$wanted, and 'swift --version' does not say which one this is." "$advice"
  fi
  if ((major < swift_needed_major || major == swift_needed_major && minor < swift_needed_minor)); then
    fail "$wanted; this one is $said." "$advice"
  fi
}

# A changed header of a C module rebuilds nothing by itself: what stands on it is thrown away.
# $1: the build folder, $2: its configuration.
forget_stale_headers() {
  local stamp=$root/$1/$2.headers now
  now=$(cd -- "$root" && find Sources \( -name '*.h' -o -name '*.modulemap' \) \
    -printf '%p %s %T@\n' | LC_ALL=C sort)
  if [[ -f $stamp && $now == "$(<"$stamp")" ]]; then return; fi
  [[ ! -e $root/$1/$2 ]] || rm -rf -- "$(readlink -f -- "$root/$1/$2")"
  mkdir -p -- "$root/$1"
  printf '%s\n' "$now" >"$stamp"
}

# The compiler that comes with Swift; only the preprocessor is needed.
has_header() {
  local compiler
  compiler=$(dirname "$(readlink -f "$(command -v swift)")")/clang
  [[ -x $compiler ]] || compiler=$(command -v clang || command -v cc) || return 1
  printf '#define PCRE2_CODE_UNIT_WIDTH 8\n#include <stdio.h>\n#include <%s>\n' "$1" |
    "$compiler" -E -x c - >/dev/null 2>&1
}

# What Scripts/run and Scripts/test build is the same, so that each module is compiled once: the program
# as people start it, and tests that stand on its optimised modules. The end of Package.swift says what
# is particular to that build; the flags go into the array `build_flags`, and every command takes them.
build_swift() {
  local folder name needed=
  folder=$(dirname "$(readlink -f "$(command -v swift)")")/../lib/swift_static/linux
  for name in _FoundationCShims _FoundationCollections swiftSynchronization; do
    [[ ! -f $folder/lib$name.a ]] || needed+="$name "
  done
  INSPECTOR_AS_RUN=$needed run_swift "$@"
}

find_build_flags() {
  # Without what a debugger reads of each line: it is three fifths of the file, and of no use to most.
  build_flags=(-c release --disable-local-rpath -debug-info-format none)
  link_archives
  name_types_directly
}

# A folder of links to those libraries whose archives are installed: the linker looks there first,
# finds no shared one, and takes them into the program. Loading eleven libraries takes as long as all
# else before the first frame.
link_archives() {
  local compiler folder=$root/.build/archives name archive
  compiler=$(dirname "$(readlink -f "$(command -v swift)")")/clang
  [[ -x $compiler ]] || return 0
  mkdir -p -- "$folder"
  for name in z zstd brotlidec brotlicommon pcre2-8 ncursesw tinfo stdc++; do
    archive=$("$compiler" -print-file-name="lib$name.a")
    if [[ -f $archive ]]; then
      ln -sfn -- "$(readlink -f -- "$archive")" "$folder/lib$name.a"
    else
      rm -f -- "$folder/lib$name.a"
    fi
  done
  build_flags+=(-Xlinker "-L$folder")
  # An archive does not say what it needs itself.
  if [[ -f $folder/libbrotlidec.a ]]; then build_flags+=(-Xlinker -lbrotlicommon); fi
}

# A generic type is asked of its own function, not made from a name that the runtime reads and
# checks against every conformance in the program: a tenth of the time to the first frame. A
# compiler that no longer knows the flag does without.
name_types_directly() {
  local flag=-disable-concrete-type-metadata-mangled-name-accessors
  local -a knows=(swiftc -frontend "$flag" -version)
  ! "${knows[@]}" >/dev/null 2>&1 || build_flags+=(-Xswiftc -Xfrontend -Xswiftc "$flag")
}

# Puts the names of a program's functions into a file of their own, where debuggers and profilers find
# them: a trace names functions, and the program is a third smaller.
split_symbols() {
  local objcopy whole=$1
  # Nothing was linked anew: it has been done.
  ! grep -aqF .gnu_debuglink "$1" || return 0
  objcopy=$(dirname "$(readlink -f "$(command -v swift)")")/llvm-objcopy
  [[ -x $objcopy ]] || objcopy=$(command -v objcopy) || objcopy=
  if [[ -n $objcopy ]]; then
    whole=$1.stripped
    "$objcopy" --only-keep-debug "$1" "$1.symbols"
    "$objcopy" --strip-all --add-gnu-debuglink="$1.symbols" "$1" "$whole"
  fi
  # These write here and there, and the kernel keeps such a file in small pieces; one that was
  # written in one go is mapped in large ones, and starts sooner by a tenth.
  cp -- "$whole" "$1.whole"
  mv -f -- "$1.whole" "$1"
  rm -f -- "$1.stripped"
}

# Warnings are errors where the project is tested and nowhere else: a person's build goes through with
# a newer compiler. A flag would build everything anew for the tests, so what the build has said is read
# ($1); the files it is about are compiled again the next time, and say it again. What another script
# has compiled since the last test has said it there: the judge is a fresh clone.
refuse_warnings() {
  local -a files=()
  # What the linker and the driver warn of has no line.
  grep -aqE '^[^ ].*:[0-9]+(:[0-9]+)?: warning: ' "$1" || return 0
  mapfile -t files < <(sed -n 's/^\(\/[^:]*\.swift\):[0-9]*:[0-9]*: warning: .*/\1/p' "$1" | sort -u)
  ((${#files[@]} == 0)) || touch -c -- "${files[@]}"
  fail "A warning is an error here; it stands above." ${files[@]+"${files[@]}"}
}

has_command() { PATH=$PATH:/usr/sbin:/sbin command -v "$1" >/dev/null; }

# Fills the array `missing` with the rows that are not there.
find_missing() {
  local row name
  missing=()
  for row in "${build_needs[@]}"; do
    read -r name _ <<<"$row"
    has_header "$name" || missing+=("$row")
  done
  [[ $1 == test ]] || return 0
  for row in "${test_needs[@]}"; do
    read -r name _ <<<"$row"
    has_command "$name" || missing+=("$row")
  done
}

# The packages of the missing rows, by column: 1 apt, 2 dnf, 3 pacman.
missing_packages() {
  local row
  local -a words
  for row in "${missing[@]}"; do
    read -ra words <<<"$row"
    printf '%s ' "${words[$1]}"
  done
}

# Two packages have another name on newer or older systems.
apt_name() {
  local name=$1 other=$1
  case $name in
    libncursesw5-dev) other=libncurses-dev ;;
    nghttp2-server) other=nghttp2 ;;
  esac
  if apt-cache show "$name" >/dev/null 2>&1; then echo "$name"; else echo "$other"; fi
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  elif [[ -t 0 ]]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

explain_missing() {
  fail "These packages are missing: $(missing_packages 1)" \
    "Install them, then start this again:" \
    "  Debian, Ubuntu  apt-get install $(missing_packages 1)" \
    "                  (libncurses-dev where there is no libncursesw5-dev," \
    "                  nghttp2 where there is no nghttp2-server)" \
    "  Fedora          dnf install $(missing_packages 2)" \
    "  Arch            pacman -S $(missing_packages 3)"
}

# Installs those commands that are not there, each by a package of its name.
install_tools() {
  local name
  local -a names=()
  for name in "$@"; do has_command "$name" || names+=("$name"); done
  ((${#names[@]} > 0)) || return 0
  command -v apt-get >/dev/null || fail "These commands are missing: ${names[*]}"
  step "Installing ${names[*]}"
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${names[@]}" >&2
}

# Needs no network unless something is missing.
check_packages() {
  local -a missing=() names=()
  find_missing "$1"
  ((${#missing[@]} > 0)) || return 0
  command -v apt-get >/dev/null || explain_missing
  ((EUID == 0)) || command -v sudo >/dev/null || explain_missing
  step "Installing system packages: $(missing_packages 1)"
  as_root apt-get update -qq >&2 || explain_missing
  local name
  for name in $(missing_packages 1); do names+=("$(apt_name "$name")"); done
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${names[@]}" >&2 || explain_missing
  find_missing "$1"
  ((${#missing[@]} == 0)) || explain_missing
}
