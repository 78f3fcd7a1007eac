import { execFileSync } from 'node:child_process';

export interface Running {
  readonly pid: number;
  /** The program it runs: `documentProcess` or `mailProcess`, from the sources or from the bundle. */
  readonly module: string;
}

/** The processes that read documents and mail for a server, as the system lists them. */
export function readingProcesses(parent = process.pid): Running[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8', maxBuffer: 10_000_000 });
  return list.split('\n').flatMap((line) => {
    const [, pid, ppid, stat = '', args = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    const module = /\/(\w+)\.[jt]s \d+/.exec(args)?.[1];
    return module && Number(ppid) === parent && !stat.startsWith('Z') ? [{ pid: Number(pid), module }] : [];
  });
}

/** Whether a process is there at all. */
export function isRunning(pid: number): boolean {
  const state = askSystem(pid, 'stat');
  return state !== '' && !state.startsWith('Z');
}

/** Processor time it has had. */
export const secondsOf = (pid: number): number =>
  askSystem(pid, 'time')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);

/** Empty where there is no such process. */
function askSystem(pid: number, what: 'stat' | 'time'): string {
  try {
    return execFileSync('ps', ['-o', `${what}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
