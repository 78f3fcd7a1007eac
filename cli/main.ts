import type { Io } from './io.ts';
import { run } from './run.ts';

/** The only module that touches the process: builds the `Io` of a run from it and exits with the code of the run. */
const { arch, env, pid, platform, version } = process;
const io: Io = {
  env,
  cwd: process.cwd(),
  // A getter: reading the property opens the stream, which most commands never need.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  system: { pid, platform, arch, nodeVersion: version },
  now: Date.now,
  onSignal(listener) {
    const names = ['SIGINT', 'SIGTERM'] as const;
    for (const name of names) process.on(name, listener);
    return () => {
      for (const name of names) process.off(name, listener);
    };
  },
  onExit(cleanUp) {
    process.on('exit', cleanUp);
    return () => process.off('exit', cleanUp);
  },
  preferSmallHeap: () =>
    void import('node:v8').then(({ setFlagsFromString }) => setFlagsFromString('--optimize-for-size')),
  openBrowser(address) {
    void import('./session/openBrowser.ts').then(({ openBrowser }) => openBrowser(address, env, platform));
  },
};

process.exitCode = await run(process.argv.slice(2), io);
// Idle connections must not hold the process. What was written is out by then, unless the reader of a pipe is slow.
if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
