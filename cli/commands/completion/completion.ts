import { type NounBody, defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';
import { completionScripts, shells } from './scripts.ts';

const command = defineCommand({
  name: 'completion',
  summary: 'Print the completion script of a shell',
  description:
    'bash: add to ~/.bashrc:  source <(carepost completion bash)\nzsh: the same in ~/.zshrc. fish: carepost completion fish | source. PowerShell: carepost completion powershell | Out-String | Invoke-Expression',
  arguments: [{ name: '<shell>', summary: shells.join(', '), choices: shells }],
  scalar: true,
  isStandalone: true,
  calls: [],
  examples: ['carepost completion bash', 'carepost completion zsh', 'carepost completion powershell'],
  async run(context, _options, [given = '']) {
    const shell = shells.find((known) => known === given);
    if (shell === undefined) throw new CliError('E-USAGE', `There is no shell "${given}".${didYouMean(given, shells)}`);
    await context.output.text(completionScripts[shell]);
  },
});

export const completion: NounBody = { command };
