/// What a shell has to be told once so that it asks the program for words.
package enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  package var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// bash breaks words at `=` and `:` and keeps quotes in them: both are undone, nothing is evaluated.
  private static let bashText = #"""
    # Completes inspector's command line in bash; the program itself says what may stand where.
    _inspector() {
      local rest=${COMP_LINE:0:COMP_POINT} part blanks index word meaning quote= files=
      local -a words=() found=()
      for ((index = 0; index <= COMP_CWORD; index++)); do
        part=${COMP_WORDS[index]}
        blanks=${rest%%[![:space:]]*}
        rest=${rest#"$blanks"}
        if [[ $rest == "$part"* ]]; then
          rest=${rest#"$part"}
        else
          part=$rest rest=
        fi
        if [[ $index -gt 0 && -z $blanks ]]; then
          words[${#words[@]} - 1]+=$part
        else
          words+=("$part")
        fi
      done
      part=${words[${#words[@]} - 1]}
      [[ $part != [\'\"]* ]] || quote=${part:0:1}
      words=("${words[@]//[\\\'\"]/}")
      part=${words[${#words[@]} - 1]}
      while IFS=$'\t' read -r word meaning; do
        if [[ $word == :files ]]; then files=1; else found+=("$word"); fi
      done < <("${words[0]/#\~/$HOME}" config completions words -- "${words[@]:1}" 2>/dev/null)
      local front=
      if [[ -z $quote && $part == *[=:]* ]]; then front=${part%"${part##*[=:]}"}; fi
      COMPREPLY=()
      for word in "${found[@]}"; do
        [[ $word != *= ]] || compopt -o nospace 2>/dev/null
        word=${word#"$front"}
        if [[ -z $quote && -z $files ]]; then printf -v word %q "$word"; fi
        COMPREPLY+=("$word")
      done
      if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${part#"$front"}")
      fi
    }
    complete -F _inspector inspector
    """#

  private static let zshText = #"""
    #compdef inspector
    # Completes inspector's command line in zsh; the program itself says what may stand where.
    _inspector() {
      local line word meaning files=
      local -a found open
      for line in "${(@f)$("${(Q)words[1]/#\~/$HOME}" config completions words -- \
        "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
        [[ -n $line ]] || continue
        if [[ $line == :files ]]; then
          files=1
          continue
        fi
        word=${line%%$'\t'*} meaning=${line#*$'\t'}
        [[ -z $meaning ]] || meaning=:$meaning
        if [[ $word == *= ]]; then
          open+=("${word//:/\\:}$meaning")
        else
          found+=("${word//:/\\:}$meaning")
        fi
      done
      (( ! $#found )) || _describe -V word found
      (( ! $#open )) || _describe -V word open -S ''
      if [[ -n $files ]]; then
        [[ $PREFIX != *=* ]] || compset -P '*='
        _files
      fi
    }
    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      _inspector "$@"
    else
      compdef _inspector inspector
    fi
    """#

  private static let fishText = #"""
    # Completes inspector's command line in fish; the program itself says what may stand where.
    function __inspector_words
        set -l said (commandline -opc)
        set -l program $said[1]
        set -e said[1]
        set -l current (string unescape -- (commandline -ct))
        for line in ($program config completions words -- $said "$current" 2>/dev/null)
            if test "$line" = :files
                __fish_complete_path "$current"
            else
                printf '%s\n' $line
            end
        end
    end
    complete -c inspector -f -a '(__inspector_words)'
    """#
}
