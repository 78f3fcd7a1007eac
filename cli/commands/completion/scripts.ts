export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/**
 * Each script asks `carepost __complete` with the words typed so far, the unfinished one last; it answers a candidate a line,
 * with a tab and its summary where there is one. (omelette and @bomb.sh/tab write such scripts as well, but load the whole
 * command tree on each key; ours is loaded by noun.)
 */
export const completionScripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `_carepost() {
  local IFS=$'\\n' words=("\${COMP_WORDS[@]:1:COMP_CWORD}") candidate
  COMPREPLY=()
  while IFS= read -r candidate; do
    COMPREPLY+=("\${candidate%%$'\\t'*}")
  done < <(carepost __complete -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _carepost carepost
`,
  zsh: `#compdef carepost
_carepost() {
  local -a candidates
  local line
  while IFS= read -r line; do
    candidates+=("\${\${line//:/\\\\:}/$'\\t'/:}")
  done < <(carepost __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then _describe 'carepost' candidates; else _files; fi
}
compdef _carepost carepost
`,
  fish: `function __carepost_complete
  set -l words (commandline -opc) (commandline -ct)
  carepost __complete -- $words[2..-1] 2>/dev/null
end
complete -c carepost -f -a '(__carepost_complete)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName carepost -ScriptBlock {
  param($word, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '""' }
  carepost __complete -- @words 2>$null | ForEach-Object {
    $parts = $_ -split "\`t", 2
    $note = if ($parts.Length -gt 1) { $parts[1] } else { $parts[0] }
    [System.Management.Automation.CompletionResult]::new($parts[0], $parts[0], 'ParameterValue', $note)
  }
}
`,
};
