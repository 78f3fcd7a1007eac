import { readFileSync, writeFileSync } from 'node:fs';
import { type ChildProcess, spawn } from 'node:child_process';

/** Numbers of a run, sorted once. */
export const summary = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), runs: sorted.length };
};

/** Calls `send` so many times by four callers at once, each time with the next input of the list. Times of the calls in ms. */
export const byFourCallers = async <T>(inputs: readonly T[], calls: number, send: (input: T) => Promise<unknown>) => {
  const times: number[] = [];
  let next = 0;
  const caller = async () => {
    while (next < calls) {
      const input = inputs[next % inputs.length] as T;
      next += 1;
      const started = performance.now();
      await send(input);
      times.push(performance.now() - started);
    }
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
  return summary(times);
};

/** Greatest memory a process has held so far, in MB (Linux; NaN elsewhere). */
export const peakMemory = (pid: number): number => {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(line) / 1024;
  } catch {
    return Number.NaN;
  }
};

/** Forgets the greatest memory of the past, so that the next `peakMemory` is about what comes (Linux, as its owner or root). */
export const resetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Memory a process holds now, in MB. */
export const memoryNow = (pid: number): number => {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(line) / 1024;
};

export interface Run {
  readonly ms: number;
  readonly code: number | null;
  readonly peakMb: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end: wall time, exit code, peak memory, output. */
export const run = (command: string, args: readonly string[], environment: Record<string, string> = {}): Promise<Run> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const child: ChildProcess = spawn(command, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let peakMb = 0;
    const watch = setInterval(() => {
      const now = peakMemory(child.pid ?? 0);
      if (now > peakMb) peakMb = now;
    }, 20);
    child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      resolve({ ms: performance.now() - started, code, peakMb, stdout, stderr });
    });
  });

/** Wall time of a program without watching it: for start-up times, where watching would cost. */
export const timed = (command: string, args: readonly string[], environment: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}`));
    });
  });

export const line = (text = '') => process.stdout.write(`${text}\n`);
export const rounded = (value: number, digits = 1) => value.toFixed(digits);
