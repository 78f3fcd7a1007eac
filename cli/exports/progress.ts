import { formatDuration } from '../durations.ts';
import type { OutputStream } from '../io.ts';
import type { Terminal } from '../terminal.ts';
import type { Seen } from './transfer.ts';

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** `organizations: 412,000 rows, 61.2 MiB, 18.0 MiB/s, 3 s`. */
const progressText = (report: string, seen: Seen, ms: number): string => {
  const rate = ms > 0 ? seen.bytes / (ms / 1000) : 0;
  const rows = seen.rows.toLocaleString('en-US');
  return `${report}: ${rows} rows, ${mebibytes(seen.bytes)} MiB, ${mebibytes(rate)} MiB/s, ${formatDuration(ms)}`;
};

/** One line kept up to date on a terminal, a plain line every 30 s elsewhere, nothing with --quiet. Ends when called. */
export const showProgress = (input: {
  readonly report: string;
  readonly seen: Seen;
  readonly terminal: Terminal;
  readonly stderr: OutputStream;
  readonly quiet: boolean;
  readonly now: () => number;
}): (() => void) => {
  const { report, seen, terminal, stderr, quiet, now } = input;
  if (quiet) return () => undefined;
  const started = now();
  const live = terminal.errIsTty;
  const timer = setInterval(
    () => {
      const text = progressText(report, seen, now() - started);
      if (live) stderr.write(`\r\u001b[K${text}`);
      else terminal.note(text);
    },
    live ? 200 : 30_000,
  );
  timer.unref();
  return () => {
    clearInterval(timer);
    if (live) stderr.write('\r\u001b[K');
  };
};
