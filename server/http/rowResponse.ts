import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { create as contentDisposition } from 'content-disposition';
import { type Endpoint, type ReceivedFile, storesIdempotencyKey } from '../../shared/contract/endpoint.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';
import { anonymous } from './context.ts';
import { type CsvResponse, reserveExport, sendCsv } from './csvResponse.ts';
import { claimOf, type StoredResponse, runOnce } from './idempotency.ts';
import { inertPolicy } from './securityHeaders.ts';

export interface ResponseServices {
  readonly config: Pick<Config, 'brand' | 'timeouts'>;
  readonly database: Pick<Database, 'pool'>;
}

export interface ResponseJob {
  readonly row: Endpoint;
  /** What the handler does; it runs once. */
  readonly work: () => Promise<unknown>;
  /** Rejects once the caller may no longer make this call; an export asks while it runs. */
  readonly recheck: () => Promise<unknown>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: ResponseServices;
}

/** Does the work of a call and sends what came out, in the form the row names. */
export function respond(job: ResponseJob): Promise<FastifyReply> {
  switch (job.row.response.kind) {
    case 'json':
    case 'none':
      return respondJson(job);
    case 'csv':
      return respondCsv(job, job.row.response.file);
    case 'text':
      return respondText(job);
    case 'xml':
      return respondXml(job);
    case 'number':
      return respondNumber(job);
    case 'binary':
      return respondFile(job, job.row.response.mediaTypes);
    default:
      return job.row.response satisfies never;
  }
}

async function respondJson({ row, work, request, reply, services }: ResponseJob): Promise<FastifyReply> {
  const once = async () => finish(row, await work());
  const claim = storesIdempotencyKey(row) ? claimOf(request, request.actor ?? anonymous) : undefined;
  const { response: stored, replayed } = claim
    ? await runOnce(services.database, claim, once)
    : { response: await once(), replayed: false };
  if (replayed) reply.header('idempotency-replayed', 'true');
  if (stored.etag) reply.header('etag', stored.etag);
  reply.code(stored.status);
  return stored.body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(stored.body);
}

/** A response outside the contract is a defect of the server (500); fields that the contract does not name are never sent. */
function finish(row: Endpoint, result: unknown): StoredResponse {
  if (row.response.kind !== 'json') return { status: 204, body: null, etag: null };
  const checked = z.safeParse(row.response.schema, result);
  if (!checked.success) {
    const where = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join(', ');
    throw outside(row, where);
  }
  const { data } = checked;
  const version = typeof data === 'object' && data !== null && 'version' in data ? data.version : undefined;
  return {
    status: row.response.status ?? 200,
    body: JSON.stringify(data),
    etag: typeof version === 'number' ? `"${version}"` : null,
  };
}

/** Stored HTML as plain text: whoever shows it decides how, and opening the address shows its source. */
async function respondText({ row, work, reply }: ResponseJob): Promise<FastifyReply> {
  const text = await work();
  if (typeof text !== 'string') throw outside(row, 'no text');
  return reply.headers({ 'content-security-policy': inertPolicy }).type('text/plain; charset=utf-8').send(text);
}

/** A description for programs: made by us, never stored, so it needs no sandbox beyond the usual headers. */
async function respondXml({ row, work, reply }: ResponseJob): Promise<FastifyReply> {
  const text = await work();
  if (typeof text !== 'string') throw outside(row, 'no text');
  return reply.headers({ 'content-security-policy': inertPolicy }).type('application/xml; charset=utf-8').send(text);
}

async function respondNumber({ row, work, reply }: ResponseJob): Promise<FastifyReply> {
  const number = await work();
  if (!Number.isSafeInteger(number)) throw outside(row, 'no number');
  return reply.type('text/plain; charset=utf-8').send(String(number));
}

async function respondFile({ row, work, reply }: ResponseJob, mediaTypes: readonly string[]): Promise<FastifyReply> {
  const file = (await work()) as ReceivedFile;
  if (!mediaTypes.includes(file.mediaType)) throw outside(row, `a file of type ${file.mediaType}`);
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': contentDisposition(file.name),
      'content-security-policy': inertPolicy,
    })
    .type(file.mediaType)
    .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength));
}

async function respondCsv(
  { work, recheck, request, reply, services }: ResponseJob,
  file: string,
): Promise<FastifyReply> {
  const release = reserveExport();
  try {
    const result = (await work()) as CsvResponse;
    const { brand, timeouts } = services.config;
    const settings = { brand: brand.name, file, stallMs: timeouts.exportStallMs, recheck };
    return sendCsv(reply, request, result, settings, release);
  } catch (error) {
    release();
    throw error;
  }
}

const outside = (row: Endpoint, where: string) =>
  new Error(`The response of ${row.method} ${row.path} is outside the contract (${where}).`);
