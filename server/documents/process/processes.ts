import { setTimeout as delay } from 'node:timers/promises';
import { type EndedBy, ProcessEnded, type ReadingProcess, startProcess } from '../../processes/readingProcess.ts';
import {
  type ConversionKind,
  type Converted,
  type DocumentDetails,
  DocumentError,
  type DocumentMetadata,
} from '../documents.ts';
import type { DocumentResponse, Source, Task } from './job.ts';

export interface DocumentLimits {
  /** How many documents are read at the same time, each in a process of its own. */
  readonly threads: number;
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

type Reader = ReadingProcess<Task, DocumentResponse>;

interface DocumentJob {
  readonly bytes: Buffer;
  readonly task: Task;
}

interface Waiting {
  readonly job: DocumentJob;
  readonly resolve: (response: DocumentResponse) => void;
  readonly reject: (error: unknown) => void;
}

/** A few processes that take documents one by one. One that a document breaks is replaced; only its document fails. */
export function openProcesses({ threads: total, timeoutMs, memoryMb }: DocumentLimits) {
  const queue: Waiting[] = [];
  const idle: Reader[] = [];
  const inWork = new Set<Reader>();
  let busy = 0;
  let isClosed = false;

  const run = (bytes: Buffer, task: Task) =>
    new Promise<DocumentResponse>((resolve, reject) => {
      if (isClosed) return reject(stopping());
      queue.push({ job: { bytes, task }, resolve, reject });
      next();
    });

  function next(): void {
    while (busy < total) {
      const waiting = queue.shift();
      if (!waiting) return;
      busy++;
      void runNext(waiting);
    }
  }

  async function runNext({ job, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve(await read(job));
    } catch (error) {
      reject(isClosed ? stopping() : failureOf(error));
    } finally {
      busy--;
      next();
    }
  }

  /** The end of a process that has read other documents may be their fault, so a new process reads this one again. */
  async function read(job: DocumentJob): Promise<DocumentResponse> {
    const used = nextIdle();
    if (!used) return readInNewProcess(job, timeoutMs);
    const began = performance.now();
    try {
      return await send(used, job, timeoutMs);
    } catch (error) {
      if (!endedBy(error, 'signal', 'error')) throw error;
      return readInNewProcess(job, timeoutMs - (performance.now() - began));
    }
  }

  function nextIdle(): Reader | undefined {
    const reader = idle.pop();
    return reader && !reader.isUsable() ? nextIdle() : reader;
  }

  async function readInNewProcess(job: DocumentJob, withinMs: number, tries = 1): Promise<DocumentResponse> {
    if (isClosed) throw stopping();
    const reader: Reader = startProcess(new URL('./documentProcess.ts', import.meta.url), { memoryMb });
    try {
      return await send(reader, job, withinMs);
    } catch (error) {
      if (!endedBy(error, 'start') || tries === startTries) throw error;
      await delay(startAgainMs * tries);
      return readInNewProcess(job, withinMs, tries + 1);
    }
  }

  async function send(reader: Reader, { bytes, task }: DocumentJob, withinMs: number): Promise<DocumentResponse> {
    inWork.add(reader);
    try {
      const response = await reader.send(task, withinMs, bytes);
      if (reader.isUsable()) idle.push(reader);
      return response;
    } finally {
      inWork.delete(reader);
    }
  }

  return {
    extract: async (bytes: Buffer, from: Source): Promise<DocumentMetadata> => {
      const response = await run(bytes, { task: 'extract', from });
      if ('extracted' in response) return response.extracted;
      throw faultOf(response);
    },
    convert: async (bytes: Buffer, from: Source, to: ConversionKind, details: DocumentDetails): Promise<Converted> => {
      const response = await run(bytes, { task: 'convert', from, to, details });
      if (!('made' in response)) throw faultOf(response);
      const { made } = response;
      const own = Buffer.from(made.bytes.buffer, made.bytes.byteOffset, made.bytes.byteLength);
      return { ...made, bytes: own };
    },
    state: () => ({ busy, total, waiting: queue.length }),
    /** Does not wait: an unfinished document is not at fault, and another server may read it. */
    close: async () => {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(stopping());
      for (const reader of [...idle, ...inWork]) reader.end();
    },
  };
}

const startTries = 3;
const startAgainMs = 500;

/** Not a fault of a document, so it must not be stored as one. */
const stopping = () => new Error('The server is stopping.');

const endedBy = (error: unknown, ...reasons: readonly EndedBy[]) =>
  error instanceof ProcessEnded && reasons.includes(error.by);

function failureOf(error: unknown): unknown {
  if (endedBy(error, 'time')) return new DocumentError('timeout', 'The document took longer than is allowed.');
  // The system ends processes by a signal when it has no memory left.
  if (endedBy(error, 'memory', 'signal'))
    return new DocumentError('memory', 'The document took more memory than is allowed.');
  if (endedBy(error, 'error')) return aborted();
  return error;
}

const aborted = () => new DocumentError('unreadable', 'Reading the document broke off.');

const faultOf = (response: DocumentResponse): DocumentError =>
  'fault' in response ? new DocumentError(response.fault, response.message) : aborted();
