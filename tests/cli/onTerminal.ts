import { spawnSync } from 'node:child_process';
import { type CliMachine, launcher } from '../support/runCli.ts';

/** util-linux' script gives a process a terminal; where it is missing nothing here can be tried. */
export const hasScript = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false;

export interface OnTerminal {
  readonly columns?: number;
  readonly env?: Record<string, string>;
  /** Typed when the text shows up. */
  readonly answer?: readonly [when: string, text: string];
}

/** Runs on a terminal; what it shows, stdout and stderr alike. */
export const runOnTerminal = async (
  place: CliMachine,
  words: string,
  { columns = 200, env = {}, answer }: OnTerminal = {},
) => {
  const line = `stty cols ${columns}; "${process.execPath}" "${launcher}" ${words}`;
  let answered = false;
  const result = await place.run(['-qec', line, '/dev/null'], {
    program: ['script'],
    env: { CI: '', ...env },
    ...(answer === undefined
      ? {}
      : {
          onStdout: (all, child) => {
            if (answered || !all.includes(answer[0])) return;
            answered = true;
            child.write(answer[1]);
          },
        }),
  });
  // In a checkout under work the launcher may say that it builds first; that is not what is looked at here.
  const text = result.stdout.replaceAll('\r\n', '\n').replace('Building the command line…\n', '');
  return { code: result.code, text };
};
