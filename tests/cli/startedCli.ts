import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from './exportRun.ts';

const main = resolve(import.meta.dirname, '../../cli/main.ts');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedCli {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface CliPlace {
  /** Current folder of the process; all it writes lands here. */
  readonly folder: string;
  start(args: readonly string[], more?: { stdin?: string; shell?: string; env?: Record<string, string> }): StartedCli;
  run(args: readonly string[], more?: { stdin?: string; shell?: string; env?: Record<string, string> }): Promise<Ended>;
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
  const start: CliPlace['start'] = (args, { stdin, shell, env } = {}) => {
    const words = [process.execPath, main, ...args];
    // With a shell line the words arrive as "$@", so limits and pipes can be put round them.
    const [program = '', ...rest] = shell === undefined ? words : ['sh', '-c', shell, 'sh', ...words];
    const child = spawn(program, rest, { cwd: folder, env: { ...base, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.end(stdin ?? '');
    const ended = new Promise<Ended>((done, failed) => {
      child.once('error', failed);
      child.once('close', (code) => done({ code, stdout, stderr }));
    });
    return { child, ended };
  };
  return { folder, start, run: (args, more) => start(args, more).ended };
};
