base=$1; say() { printf '%s\t' "$1"; shift; "$@" 2>&1 | sed 's/[0-9.]* *[mµ]*s *$//' | tr '\n' '~'; echo; }
c() { "$INSPECTOR" send "$@"; }
head -c 104857600 /dev/zero > up
say get c $base/get
say post c -d hello $base/sink
say '100 MB up' c -d @up $base/sink
say '100 MB down' sh -c '"$INSPECTOR" send '$base'/source | sha256sum'
say gzip c --compressed $base/gzip
say 'chunked down' c $base/chunked
say redirect c -L $base/redirect
say range c -r 2-5 $base/range
say events c $base/events
say HEAD c -I $base/get
say 204 c $base/204
say 304 c $base/304
