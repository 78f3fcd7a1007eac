import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second of Linux's books. */
const ticks = 100;

interface Process {
  readonly parent: number;
  readonly seconds: number;
}

/** Seconds of processor time of a process and its children so far, those that have ended included (Linux; NaN elsewhere). */
export function cpuSeconds(root: number): number {
  const processes = new Map<number, Process>();
  for (const name of entriesOf('/proc')) {
    const match = /^\d+$/.test(name) ? processOf(name) : undefined;
    if (match) processes.set(Number(name), match);
  }
  const sum = (pid: number): number => {
    const children = [...processes].filter(([, { parent }]) => parent === pid);
    return (processes.get(pid)?.seconds ?? 0) + children.reduce((total, [child]) => total + sum(child), 0);
  };
  return processes.has(root) ? sum(root) : Number.NaN;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function processOf(name: string): Process | undefined {
  try {
    // The name of the program stands in parentheses and may hold anything.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const used = [11, 12, 13, 14].reduce((total, at) => total + Number(fields[at]), 0);
    return { parent: Number(fields[1]), seconds: used / ticks };
  } catch {
    return undefined;
  }
}
