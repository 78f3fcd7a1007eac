import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exportFileName } from '../../shared/rules/exportFile.ts';
import { ApiProblem } from './problem.ts';

/** What a handler of a CSV row gives: the text, and a name where the brand's usual one does not fit. */
export interface CsvResponse {
  readonly stream: Readable;
  readonly fileName?: string;
}

/** Exports that may run at once in this process; each holds a database connection for minutes. */
const maxExports = 6;
/** A reader must take at least this much in each span of EXPORT_STALL_MS, else it is cut (FT-6). */
const leastBytes = 4 * 1024;

/** How soon a running export ends when its caller was signed out, disabled or lost the role (AZ-5). */
const recheckMs = 1_000;

interface ExportSettings {
  readonly brand: string;
  readonly file: string;
  readonly stallMs: number;
  /** Rejects with a 401 or 403 once the caller may no longer have the export. */
  readonly recheck: () => Promise<unknown>;
}

let running = 0;

export function reserveExport(): () => void {
  if (running >= maxExports) throw new ApiProblem('E-UNAVAILABLE', { headers: { 'retry-after': '10' } });
  running++;
  let held = true;
  return () => {
    if (held) running--;
    held = false;
  };
}

export function sendCsv(
  reply: FastifyReply,
  request: FastifyRequest,
  response: CsvResponse,
  settings: ExportSettings,
  done: () => void,
) {
  const name = response.fileName ?? exportFileName(settings.brand, settings.file, new Date());
  const { stream } = response;
  cutSlowReader(request, stream, settings.stallMs);
  cutRevoked(request, stream, settings.recheck);
  stream.once('close', done);
  return reply
    .code(200)
    .headers({
      'content-disposition': contentDisposition(name),
      'content-type': 'text/csv; charset=utf-8',
      'content-security-policy': 'sandbox',
    })
    .send(stream);
}

function cutSlowReader(request: FastifyRequest, stream: Readable, stallMs: number): void {
  const { socket } = request.raw;
  let seen = socket.bytesWritten;
  const timer = setInterval(() => {
    // Waiting for the database is not the reader's fault: only what lies ready and is not taken counts.
    if (socket.writableLength > 0 && socket.bytesWritten - socket.writableLength - seen < leastBytes) {
      request.log.warn('cut a download that nobody reads');
      stream.destroy(new Error('The reader is too slow.'));
      socket.destroy();
    }
    seen = socket.bytesWritten - socket.writableLength;
  }, stallMs);
  timer.unref();
  stream.once('close', () => clearInterval(timer));
}

function cutRevoked(request: FastifyRequest, stream: Readable, recheck: ExportSettings['recheck']): void {
  const timer = setInterval(() => {
    recheck().catch((error: unknown) => {
      // A lost database is no revocation; it ends the export by itself.
      if (!(error instanceof ApiProblem) || error.status >= 500 || stream.destroyed) return;
      request.log.warn('ended an export whose caller may no longer have it');
      stream.destroy(error);
      request.raw.socket.destroy();
    });
  }, recheckMs);
  timer.unref();
  stream.once('close', () => clearInterval(timer));
}
