import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type StartedProcess, startProcess } from '../support/processes/startProcess.ts';
import { type CliResult, launcher } from '../support/runCli.ts';
import { makeFolder } from './exportRun.ts';

interface StartMore {
  readonly stdin?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onSaid?: () => void;
}

export interface CliPlace {
  /** Current folder of the process; all it writes lands here. */
  readonly folder: string;
  start(args: readonly string[], more?: StartMore): StartedProcess;
  run(args: readonly string[], more?: StartMore): Promise<CliResult>;
}

/** A machine with nothing on it but an access token for one API: the real program, as a process of its own. */
export const placeCli = async (api: string, token: string): Promise<CliPlace> => {
  const home = await makeFolder();
  const folder = join(home, 'work');
  await mkdir(folder);
  const tokenFile = join(home, 'token');
  await writeFile(tokenFile, token);
  const base = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    CAREPOST_API: api,
    CAREPOST_TOKEN_FILE: tokenFile,
  };
  const start: CliPlace['start'] = (args, { stdin, shell, env, onSaid } = {}) => {
    const words = [process.execPath, launcher, ...args];
    // With a shell line the words arrive as "$@", so limits and pipes can be put round them.
    const [program = '', ...rest] = shell === undefined ? words : ['sh', '-c', shell, 'sh', ...words];
    const started = startProcess({
      program,
      args: rest,
      cwd: folder,
      env: { ...base, ...env },
      ...(onSaid && { onOutput: onSaid }),
    });
    started.end(stdin);
    return started;
  };
  return { folder, start, run: (args, more) => start(args, more).ended };
};
