import { CliError } from './errors.ts';
import { exits } from './exits.ts';

export interface Signals {
  readonly signal: AbortSignal;
  readonly name: 'SIGINT' | 'SIGTERM' | undefined;
  /** What the run ends with; `thrown` says more where a call under way ended in another way. */
  error(thrown?: CliError): CliError;
}

const longestFarewell = 10_000;

/**
 * The first Ctrl-C or SIGTERM ends reading and waiting at once and lets a change that is under way finish; the second ends at once. A
 * run that does not let go within 10 s is ended. Where that cuts something short, `tell` says so.
 * A reader that went away (`carepost orgs list --all | head`) ends the run quietly.
 */
export const watchSignals = (tell: (error: CliError) => void): Signals => {
  const controller = new AbortController();
  let name: 'SIGINT' | 'SIGTERM' | undefined;
  const code = () => (name === 'SIGTERM' ? exits.terminated.code : exits.interrupted.code);
  const stopped: Signals['error'] = (thrown) =>
    new CliError('E-INTERRUPTED', `Stopped by ${name ?? 'a signal'}.`, {
      exit: name === 'SIGTERM' ? 'terminated' : 'interrupted',
      ...(thrown === undefined ? {} : { hint: thrown.hint, details: [thrown.message, ...thrown.details] }),
    });
  const cutShort = () => {
    tell(
      stopped(
        new CliError('E-INTERRUPTED', 'A change that was under way may or may not have been made.', {
          hint: 'Look before you run the command again.',
        }),
      ),
    );
    process.exit(code());
  };
  const stop = (received: 'SIGINT' | 'SIGTERM') => {
    if (name !== undefined) cutShort();
    name = received;
    controller.abort();
    setTimeout(cutShort, longestFarewell).unref();
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
    error: stopped,
  };
};
