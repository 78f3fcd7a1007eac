import { CliError } from './errors.ts';
import { exits } from './exits.ts';
import { fileCauses } from './files.ts';
import type { Io, StopSignal } from './io.ts';

export interface Signals {
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  readonly name: StopSignal | undefined;
  /** The exit code of a run that ends before its command does: second signal, 10 s after the first, output that cannot be written. */
  readonly aborted: Promise<number>;
  /** The error a stopped run ends with; `cause` says more where a call in progress failed in another way. */
  error(cause?: CliError): CliError;
  /** Stops listening. */
  close(): void;
}

const maxFinishMs = 10_000;

/**
 * The first Ctrl-C or SIGTERM ends reading and waiting at once and lets a change in progress finish; the second ends the run at once,
 * as do 10 s after the first. `report` says so where that may have cut off a change.
 * A failing write to stdout or stderr, as on a full disk, ends the run; a reader that leaves does not (textOutput.ts).
 */
export const watchSignals = (io: Io, report: (error: CliError) => void): Signals => {
  const controller = new AbortController();
  const { promise: aborted, resolve: abort } = Promise.withResolvers<number>();
  let name: StopSignal | undefined;
  let timer: NodeJS.Timeout | undefined;
  const stopError: Signals['error'] = (cause) =>
    new CliError('E-INTERRUPTED', `Stopped by ${name ?? 'a signal'}.`, {
      exit: name === 'SIGTERM' ? 'terminated' : 'interrupted',
      ...(cause === undefined ? {} : { hint: cause.hint, details: [cause.message, ...cause.details] }),
    });
  let isCutOff = false;
  const cutOff = () => {
    if (isCutOff) return;
    isCutOff = true;
    const error = stopError(
      new CliError('E-INTERRUPTED', 'A change that was in progress may or may not have been made.', {
        hint: 'Check the record before you run the command again.',
      }),
    );
    report(error);
    abort(exits[error.exit].code);
  };
  const stopListening = io.onSignal((received) => {
    if (name !== undefined) return cutOff();
    name = received;
    controller.abort();
    timer = setTimeout(cutOff, maxFinishMs).unref();
  });
  const onStreamError = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    report(new CliError('E-IO', `The output cannot be written: ${fileCauses[error.code ?? ''] ?? error.message}.`));
    abort(exits.io.code);
  };
  for (const stream of [io.stdout, io.stderr]) stream.on('error', onStreamError);
  return {
    signal: controller.signal,
    get name() {
      return name;
    },
    aborted,
    error: stopError,
    close() {
      clearTimeout(timer);
      stopListening();
      // The listeners of the streams stay: an error that comes after the end is still no failure.
    },
  };
};
