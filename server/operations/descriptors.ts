import { ConfigError } from '../config.ts';

/** Sockets cost memory as well: with more descriptors than this the connections are limited here. */
const mostConnections = 10_000;
/** Where the system reports no limit (Windows). */
const unreported = 16_384;
const fewestConnections = 32;

/** What the process opens besides the connections of callers. */
const reserves = {
  /** Descriptors of Node, the log, listeners, pipes of document processes, LISTEN connections, and connections of reports. */
  process: 100,
  /** Connections of the SMTP listener and of mail that is delivered. */
  mail: 60,
} as const;

/** The soft limit of open files of this process. Node raises it to the hard limit before any of our code runs. */
export function descriptorLimit(): number {
  const { userLimits } = process.report.getReport() as { readonly userLimits?: UserLimits };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : unreported;
}

interface UserLimits {
  readonly open_files?: { readonly soft: number | 'unlimited' };
}

/**
 * How many connections of callers may be open at the same time, so that none of them ever takes the last descriptor (FT-9): each may
 * need a second one, for the file of a page or of an upload.
 */
export function connectionLimit(descriptors: number, poolSize: number): number {
  const reserved = reserves.process + reserves.mail + poolSize;
  const connections = Math.floor((descriptors - reserved) / 2);
  if (connections < fewestConnections) {
    const least = reserved + 2 * fewestConnections;
    throw new ConfigError(
      `The limit of open files is ${descriptors}, which leaves no descriptors for callers. It must be at least ${least} with DATABASE_POOL=${poolSize}: raise it with "ulimit -n 4096" before the start, or LimitNOFILE= in the systemd unit.`,
    );
  }
  return Math.min(connections, mostConnections);
}
