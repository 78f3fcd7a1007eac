import { defineCommand } from '../command.ts';
import { CliError } from '../errors.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/**
 * Each script calls `carepost __complete` with the typed words, the incomplete one last, and reads a candidate from each line, with a tab and its
 * description. zsh, fish and PowerShell show descriptions. (omelette and @bomb.sh/tab generate such scripts too, but load the whole command tree at
 * each key; this one loads a single resource.)
 */
const completionScripts: Readonly<Record<(typeof shells)[number], string>> = {
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

export const command = defineCommand({
  name: 'completion',
  summary: 'Print the completion script for a shell',
  description:
    'bash: add to ~/.bashrc:  source <(carepost completion bash)\nzsh: the same in ~/.zshrc. fish: carepost completion fish | source. PowerShell: carepost completion powershell | Out-String | Invoke-Expression',
  arguments: [{ name: '<shell>', summary: shells.join(', '), choices: shells }],
  scalar: true,
  isStandalone: true,
  examples: ['bash', 'zsh', 'powershell'],
  async run(context, _options, [name = '']) {
    const shell = shells.find((known) => known === name);
    if (shell === undefined)
      throw new CliError('E-USAGE', `The shell "${name}" is not supported.${didYouMean(name, shells)}`);
    await context.output.text(completionScripts[shell]);
  },
});
