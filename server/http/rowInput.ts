import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint, ReceivedFile } from '../../shared/contract/endpoint.ts';
import { ApiProblem } from './problem.ts';
import { fileProblem, Uploaded } from './upload.ts';
import { accept } from './zodProblem.ts';

/** What a handler is given, before its row says what it is. */
export interface RowInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: ReceivedFile | undefined;
  readonly files: readonly ReceivedFile[];
}

/** Checks a request against the row: what is not in the contract does not reach the handler. */
export function readerOf(row: Endpoint): (request: FastifyRequest) => RowInput {
  const params = row.params && strict(row.params);
  const query = row.query ? strict(row.query) : z.strictObject({});
  const body = row.body && strict(row.body);
  return (request) => {
    const { value, files } = request.body instanceof Uploaded ? request.body : new Uploaded(request.body, []);
    const [file] = files;
    if (!body && value !== undefined && !isEmptyObject(value)) {
      throw new ApiProblem('E-REQUEST-INVALID', { modelState: { body: ['must be empty: this call takes no body'] } });
    }
    const input = {
      params: params ? accept(params, request.params) : undefined,
      query: row.query ? accept(query, request.query) : void accept(query, request.query),
      body: body && !(row.bodyOptional && value === undefined) ? accept(body, value) : undefined,
      file,
      files,
    };
    if (row.upload?.file === 'required' && !file) throw fileProblem('is required');
    return input;
  };
}

/** Unknown fields are refused, also where a row forgot to say so: mass assignment is a visible 400 (AZ-4). */
const strict = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
