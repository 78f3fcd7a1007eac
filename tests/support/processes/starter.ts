import { type ChildProcess, spawn } from 'node:child_process';
import type { Order, Report } from './messages.ts';

/** Starts processes for a worker of the tests and passes on what they say; see startProcess.ts for why. */
const running = new Map<number, ChildProcess>();
const report = (message: Report) => {
  if (process.connected) process.send?.(message);
};

const start = ({ id, program, args, cwd, env }: Extract<Order, { do: 'start' }>) => {
  const child = spawn(program, args, { cwd, env, stdio: 'pipe' });
  running.set(id, child);
  child.stdin.on('error', () => undefined);
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => report({ id, reports: stream, text }));
  child.once('spawn', () => report({ id, reports: 'pid', pid: child.pid ?? 0 }));
  child.once('error', ({ message }) => report({ id, reports: 'error', message }));
  child.once('close', (code, signal) => {
    running.delete(id);
    report({ id, reports: 'close', code, signal });
  });
};

process.on('message', (order: Order) => {
  if (order.do === 'start') return start(order);
  const child = running.get(order.id);
  if (order.do === 'kill') child?.kill(order.signal);
  else if (order.do === 'write') child?.stdin?.write(order.text);
  else child?.stdin?.end(order.text);
});
// Nobody is left to ask for anything.
process.once('disconnect', () => {
  for (const child of running.values()) child.kill('SIGKILL');
  process.exit(0);
});
