import { CliError } from './errors.ts';
import { exits } from './exits.ts';

export interface Signals {
  readonly signal: AbortSignal;
  readonly name: 'SIGINT' | 'SIGTERM' | undefined;
  error(): CliError;
}

const longestFarewell = 10_000;

/**
 * The first Ctrl-C or SIGTERM aborts what is under way, the second ends at once; a run that does not let go within 10 s is ended.
 * A reader that went away (`carepost orgs list --all | head`) ends the run quietly.
 */
export const watchSignals = (): Signals => {
  const controller = new AbortController();
  let name: 'SIGINT' | 'SIGTERM' | undefined;
  const code = () => (name === 'SIGTERM' ? exits.terminated.code : exits.interrupted.code);
  const stop = (received: 'SIGINT' | 'SIGTERM') => {
    if (name !== undefined) process.exit(code());
    name = received;
    controller.abort();
    setTimeout(() => process.exit(code()), longestFarewell).unref();
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      process.exit(error.code === 'EPIPE' ? exits.ok.code : exits.io.code);
    });
  }
  return {
    signal: controller.signal,
    get name() {
      return name;
    },
    error: () =>
      new CliError('E-INTERRUPTED', `Stopped by ${name ?? 'a signal'}.`, {
        exit: name === 'SIGTERM' ? 'terminated' : 'interrupted',
      }),
  };
};
