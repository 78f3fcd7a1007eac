import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint, ReceivedFile, Upload } from '../../shared/contract/endpoint.ts';
import { answerError } from './errorAnswer.ts';
import { parseJson } from './jsonBody.ts';
import { ApiProblem } from './problem.ts';

/** The JSON field of a form; as much as a plain JSON body may have. */
const maxPartBytes = 1024 * 1024;
/** Boundaries and part headers. */
const framingBytes = 16 * 1024;
const maxNameLength = 255;

/** The body of a multipart call: its JSON field and its files. */
export class Uploaded {
  readonly value: unknown;
  readonly files: readonly ReceivedFile[];

  constructor(value: unknown, files: readonly ReceivedFile[]) {
    this.value = value;
    this.files = files;
  }
}

/**
 * Runs `register` where multipart/form-data is read for this row; all other rows keep refusing it with 415. The whole form is taken into
 * memory, which the row's limit bounds, and is read by the platform's own parser.
 */
export function withUpload(app: FastifyInstance, row: Endpoint, register: (scope: FastifyInstance) => void): void {
  const { upload } = row;
  if (!upload) return register(app);
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser<Buffer>(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: upload.maxBytes + maxPartBytes + framingBytes },
      (request: FastifyRequest, bytes: Buffer) => readForm(upload, bytes, request.headers['content-type'] ?? ''),
    );
    scope.setErrorHandler((error, request, reply) => {
      const isForm = /^multipart\//i.test(request.headers['content-type'] ?? '');
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
      if (!isForm || !isTooLarge) return answerError(error, request, reply);
      // A connection closed while the sender still sends is reset, and the refusal lost. Where the end is known, the rest is dropped instead.
      if (request.headers['content-length'] !== undefined) reply.removeHeader('connection');
      return answerError(fileTooLarge(upload), request, reply);
    });
    register(scope);
    done();
  });
}

async function readForm(upload: Upload, bytes: Buffer, contentType: string): Promise<Uploaded> {
  if (bytes.length === 0) return new Uploaded(undefined, []);
  refuseManyParts(bytes);
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch((cause: unknown) => {
      throw new ApiProblem('E-BODY-MALFORMED', { cause, modelState: { body: ['is not a multipart form'] } });
    });
  refuseStrangers(form, upload);
  return new Uploaded(await readPart(form.get(upload.part)), await readFiles(form.getAll('file'), upload));
}

/** Counted before they are taken apart: a part costs its sender a few bytes and us an object. */
function refuseManyParts(bytes: Buffer): void {
  let parts = 0;
  for (let at = bytes.indexOf(disposition); at !== -1; at = bytes.indexOf(disposition, at + disposition.length)) {
    // The file itself may speak of a few.
    if (++parts > 1000) throw new ApiProblem('E-BODY-MALFORMED', { modelState: { body: ['has too many parts'] } });
  }
}
const disposition = 'form-data;';

function refuseStrangers(form: FormData, { part, most = 1 }: Upload): void {
  const modelState: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const name of new Set(form.keys())) {
    const taken = name === 'file' ? most : 1;
    if (name !== part && name !== 'file') modelState[name || 'body'] = ['is not a field of this call'];
    else if (form.getAll(name).length > taken)
      modelState[name] = [taken === 1 ? 'may come only once' : `may come at most ${taken} times`];
  }
  if (Object.keys(modelState).length > 0) throw new ApiProblem('E-REQUEST-INVALID', { modelState });
}

/** Browsers send a JSON field as text or, with a type of its own, as a small file. */
async function readPart(field: string | File | null): Promise<unknown> {
  if (field === null) return undefined;
  const bytes = typeof field === 'string' ? new TextEncoder().encode(field) : await field.bytes();
  if (bytes.length > maxPartBytes) throw new ApiProblem('E-BODY-TOO-LARGE');
  // The form's reader puts this in the place of bytes that are no UTF-8.
  if (typeof field === 'string' && field.includes('\uFFFD'))
    throw new ApiProblem('E-BODY-MALFORMED', { modelState: { body: ['is not UTF-8'] } });
  return parseJson(bytes);
}

async function readFiles(fields: readonly (string | File)[], upload: Upload): Promise<ReceivedFile[]> {
  const files = await Promise.all(fields.map((field) => readFile(field, upload)));
  const received = files.filter((file) => file !== undefined);
  if (received.reduce((sum, { bytes }) => sum + bytes.length, 0) > upload.maxBytes) throw fileTooLarge(upload);
  return received;
}

async function readFile(field: string | File, upload: Upload): Promise<ReceivedFile | undefined> {
  // A form whose file was not chosen sends one without name and bytes.
  const missing = field === '' || (typeof field !== 'string' && field.name === '' && field.size === 0);
  if (missing) return undefined;
  if (typeof field === 'string') throw fileProblem('must be a file');
  if (field.size > upload.maxBytes) throw fileTooLarge(upload);
  if (field.size === 0) throw fileProblem('is empty');
  // Neither control characters nor those that turn the direction of reading, which hide what a name ends with.
  const visible = field.name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');
  const name = visible.slice(0, maxNameLength).toWellFormed() || 'file';
  return { name, mediaType: field.type, bytes: await field.bytes() };
}

export const fileProblem = (text: string) => new ApiProblem('E-REQUEST-INVALID', { modelState: { file: [text] } });

function fileTooLarge({ maxBytes, most = 1 }: Upload): ApiProblem {
  const limit = maxBytes >= 1024 * 1024 ? `${maxBytes / 1024 / 1024} MB` : `${maxBytes / 1024} kB`;
  const text =
    most === 1
      ? `The file is too large: at most ${limit} are taken.`
      : `The files are too large: at most ${limit} are taken together.`;
  return new ApiProblem('E-FILE-TOO-LARGE', { message: text, modelState: { file: [text] } });
}
