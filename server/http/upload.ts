import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, ReceivedFile, Upload } from '../../shared/contract/endpoint.ts';
import { executableProblem } from '../documents/executableFile.ts';
import { freeBuffer } from '../operations/spentBuffers.ts';
import { isOutOfResources } from './errorResponse.ts';
import { parseJson } from './jsonBody.ts';
import { ApiProblem } from './problem.ts';
import type { Spool, SpooledBytes, UploadFolder } from './uploadFolder.ts';
import { accept, strict } from './zodProblem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly uploadFolder: UploadFolder;
  }
}

/** The JSON field of a form; as much as a plain JSON body may have. */
const maxPartBytes = 1024 * 1024;
/** Boundaries and part headers. */
const framingBytes = 16 * 1024;
const maxNameLength = 255;
/** How long a form waits until other handlers are done with their files. */
const memoryWaitMs = 30_000;
const retryLater = { 'retry-after': '5' };
/** The pause between two pieces, of 64 kB mostly, of a refused form: so long for each form that is being dropped. */
const dropPauseMs = 0.5;

interface SpooledFile extends SpooledBytes {
  readonly name: string;
  readonly mediaType: string;
}

/** The body of a multipart call: its JSON field, and its files in a temporary file. */
export class Uploaded {
  readonly value: unknown;
  readonly files: readonly SpooledFile[];
  readonly #spool: Spool | undefined;
  readonly #folder: UploadFolder;
  readonly #releases: (() => unknown)[];
  readonly #loaded: (ReceivedFile & { readonly bytes: Buffer<ArrayBuffer> })[] = [];

  constructor(
    value: unknown,
    files: readonly SpooledFile[],
    spool: Spool | undefined,
    folder: UploadFolder,
    release: () => void,
  ) {
    this.value = value;
    this.files = files;
    this.#spool = spool;
    this.#folder = folder;
    this.#releases = [release];
  }

  /** Reads the files into memory, when it is this request's turn. */
  async load(): Promise<ReceivedFile[]> {
    const size = this.files.reduce((sum, file) => sum + file.size, 0);
    const release = await this.#folder.inMemory.wait(size, memoryWaitMs);
    if (!release) throw new ApiProblem('E-UNAVAILABLE', { headers: retryLater });
    this.#releases.push(release);
    for (const file of this.files) {
      const bytes = (await this.#spool?.read(file)) ?? Buffer.alloc(0);
      this.#loaded.push({ name: file.name, mediaType: file.mediaType, bytes });
    }
    return this.#loaded;
  }

  /** The handler has ended: the memory of its files goes back now and not with a later collection of garbage. */
  unload(): void {
    for (const { bytes } of this.#loaded.splice(0)) freeBuffer(bytes);
  }

  /** Removes the temporary file and lets other requests go on. */
  async release(): Promise<void> {
    for (const release of this.#releases) release();
    await this.#spool?.close();
  }
}

/**
 * Runs `register` where multipart/form-data is read for this row; all other rows keep refusing it with 415. The JSON field comes first and
 * is checked before the first file is received; files go to a temporary file of the installation, so that memory does not grow with
 * the number of callers.
 */
export function withUpload(app: FastifyInstance, row: Endpoint, register: (scope: FastifyInstance) => void): void {
  const { upload } = row;
  if (!upload) return register(app);
  const checkValue = (value: unknown) => void (row.body && accept(strict(row.body), value));
  void app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      preservePath: true,
      // As streams of bytes all of them, so that the JSON field is read as strictly as a JSON body.
      isPartAFile: () => true,
    });
    scope.addHook('preValidation', async (request, reply) => {
      if (!request.isMultipart()) return;
      try {
        checkUnpacked(request.headers['content-encoding']);
        request.body = await receiveForm(request, { ...upload, needsValue: row.body !== undefined }, checkValue);
      } catch (error) {
        dropRest(request, reply);
        throw problemOfForm(error);
      }
    });
    register(scope);
  });
}

/** The bytes of a form are read as they arrive: nothing unpacks them. */
function checkUnpacked(encoding = 'identity'): void {
  if (encoding.trim().toLowerCase() === 'identity') return;
  const modelState = { 'Content-Encoding': ['must not be sent with a form: send the form unpacked'] };
  throw new ApiProblem('E-MEDIA-TYPE', { modelState });
}

/**
 * The rest of the form is read and dropped where its end is known: a connection closed while the sender still sends is reset, and the refusal
 * lost. All of them share a pace: read as fast as they send, dozens of refused senders would leave the server no time for others.
 */
function dropRest({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  if (headers['content-length'] === undefined) reply.header('connection', 'close');
  raw.unpipe();
  if (raw.closed) return;
  droppedForms++;
  raw.once('close', () => droppedForms--);
  raw.on('data', () => {
    raw.pause();
    setTimeout(() => raw.resume(), droppedForms * dropPauseMs);
  });
  raw.resume();
}

let droppedForms = 0;

function problemOfForm(error: unknown): unknown {
  if (error instanceof ApiProblem) return error;
  if (isOutOfResources(error)) return new ApiProblem('E-UNAVAILABLE', { cause: error, headers: retryLater });
  const modelState = {
    body: [
      'is not a whole multipart form: send the boundary that Content-Type names, every part, and the last boundary',
    ],
  };
  return new ApiProblem('E-BODY-MALFORMED', { cause: error, message: 'The form cannot be read.', modelState });
}

/** `needsValue`: the call has a body, which is the JSON field. */
type FormUpload = Upload & { readonly needsValue: boolean };

async function receiveForm(
  request: FastifyRequest,
  upload: FormUpload,
  checkValue: (value: unknown) => void,
): Promise<Uploaded> {
  const folder = request.server.uploadFolder;
  const mostBytes = upload.maxBytes + maxPartBytes + framingBytes;
  const announced = Number(request.headers['content-length'] ?? mostBytes);
  if (announced > mostBytes) throw fileTooLarge(upload);
  const release = folder.received.take(announced);
  if (!release) {
    const message = 'The server receives too many files at the moment. Send them again in a few seconds.';
    throw new ApiProblem('E-UNAVAILABLE', { message, headers: retryLater });
  }
  const form = new FormParts(upload, folder, checkValue, request.headers['idempotency-key'] !== undefined);
  try {
    const limits = { fileSize: mostBytes, parts: (upload.most ?? 1) + 10 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') await form.take(part.fieldname, part);
    }
    form.finish();
    return new Uploaded(form.value, form.files, form.spool, folder, release);
  } catch (error) {
    release();
    await form.spool?.close();
    throw error;
  }
}

interface Part {
  readonly file: Readable;
  /** Undefined where the part is a text. */
  readonly filename: string | undefined;
  readonly mimetype: string;
}

/** The parts of a form in their order, each checked as it arrives. */
class FormParts {
  value: unknown;
  readonly files: SpooledFile[] = [];
  spool: Spool | undefined;
  #hasValue = false;
  #hasSkipped = false;
  #bytes = 0;
  #fileParts = 0;
  readonly #upload: FormUpload;
  readonly #folder: UploadFolder;
  readonly #checkValue: (value: unknown) => void;
  /** The hash tells whether a repeated request is the same (idempotency.ts). */
  readonly #withHash: boolean;

  constructor(upload: FormUpload, folder: UploadFolder, checkValue: (value: unknown) => void, withHash: boolean) {
    this.#upload = upload;
    this.#folder = folder;
    this.#checkValue = checkValue;
    this.#withHash = withHash;
  }

  async take(field: string, part: Part): Promise<void> {
    const { part: valueField, most = 1 } = this.#upload;
    if (field === valueField) return this.#takeValue(part);
    if (field !== 'file') throw invalid(field || 'body', 'is not a field of this call: leave it out');
    if (!this.#hasValue && this.#upload.needsValue) return this.#skipFile(part);
    if (++this.#fileParts > most)
      throw fileProblem(most === 1 ? 'may come only once' : `may come at most ${most} times`);
    await this.#takeFile(part);
  }

  /** The end of the form. */
  finish(): void {
    if (this.#hasValue || !this.#upload.needsValue) return;
    throw invalid(this.#upload.part, 'is missing: send it as the first field of the form, as JSON');
  }

  /** Whether the JSON field is missing or only late is known at its place or at the end of the form. Nothing is stored. */
  async #skipFile({ file }: Part): Promise<void> {
    this.#hasSkipped = true;
    for await (const chunk of file as AsyncIterable<Buffer>) {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#upload.maxBytes) throw fileTooLarge(this.#upload);
    }
  }

  /** Browsers send it as text or, with a type of its own, as a small file. */
  async #takeValue({ file }: Part): Promise<void> {
    const { part } = this.#upload;
    if (this.#hasValue) throw invalid(part, 'may come only once');
    if (this.#hasSkipped) throw invalid(part, 'must come before the files: send it as the first field of the form');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxPartBytes)
        throw new ApiProblem('E-BODY-TOO-LARGE', {
          modelState: { [part]: ['is larger than 1 MB, the limit of this field'] },
        });
      chunks.push(chunk);
    }
    this.value = parseJson(Buffer.concat(chunks), part);
    this.#checkValue(this.value);
    this.#hasValue = true;
  }

  async #takeFile({ file, filename, mimetype }: Part): Promise<void> {
    this.spool ??= await this.#folder.openSpool();
    const onBytes = (size: number) => {
      this.#bytes += size;
      if (this.#bytes > this.#upload.maxBytes) throw fileTooLarge(this.#upload);
    };
    const bytes = await this.spool.append(file, { onBytes, withHash: this.#withHash });
    // A form whose file was not chosen sends one without name and bytes.
    if (bytes.size === 0 && !filename) return;
    if (filename === undefined) throw fileProblem('must be a file');
    if (bytes.size === 0) throw fileProblem('is empty');
    const name = baseName(filename);
    const problem = await executableProblem(name, bytes.head, this.#upload.types);
    if (problem) throw new ApiProblem('E-FILE-TYPE', { message: problem, modelState: { file: [problem] } });
    this.files.push({ ...bytes, name, mediaType: mimetype });
  }
}

/**
 * The last part of the path that some programs send, without escapes of forms, control characters and direction controls, which hide how a
 * name ends.
 */
function baseName(sent: string): string {
  const visible = sent
    .replaceAll('%22', '"')
    .replace(/%0[AD]/gi, '')
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '');
  const name = visible.split(/[/\\]|%2f|%5c/i).findLast((part) => part.trim() !== '') ?? '';
  return /^[.\s]*$/.test(name) ? 'file' : shortened(name.trim());
}

/** Keeps the extension, by which the type of a file is checked. */
function shortened(name: string): string {
  if (name.length <= maxNameLength) return name.toWellFormed();
  const extension = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, maxNameLength - extension.length)}${extension}`.toWellFormed();
}

const invalid = (field: string, text: string) =>
  new ApiProblem('E-REQUEST-INVALID', { modelState: { [field.slice(0, maxNameLength)]: [text] } });

export const fileProblem = (text: string) => invalid('file', text);

function fileTooLarge({ maxBytes, most = 1 }: Upload): ApiProblem {
  const limit = maxBytes >= 1024 * 1024 ? `${maxBytes / 1024 / 1024} MB` : `${maxBytes / 1024} kB`;
  const text =
    most === 1
      ? `The file is too large: at most ${limit} are taken.`
      : `The files are too large: at most ${limit} are taken together.`;
  return new ApiProblem('E-FILE-TOO-LARGE', { message: text, modelState: { file: [text] } });
}
