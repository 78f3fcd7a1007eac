import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { ApiProblem } from './problem.ts';
import { fileProblem, Uploaded } from './upload.ts';
import { accept, strict } from './zodProblem.ts';

/** What a handler is given besides the files, before its row says what it is. */
export interface RowInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Checks a request against the row: what is not in the contract does not reach the handler. */
export function readerOf(row: Endpoint): (request: FastifyRequest) => RowInput {
  const params = row.params && strict(row.params);
  const query = row.query ? strict(row.query) : z.strictObject({});
  const body = row.body && strict(row.body);
  return (request) => {
    const { body: sent } = request;
    const { value, files } = sent instanceof Uploaded ? sent : { value: sent, files: [] };
    if (!body && value !== undefined && !isEmptyObject(value)) {
      throw new ApiProblem('E-REQUEST-INVALID', { modelState: { body: ['must be empty: this call takes no body'] } });
    }
    const input = {
      params: params ? accept(params, request.params) : undefined,
      query: row.query ? accept(query, request.query) : void accept(query, request.query),
      body: body && !(row.bodyOptional && value === undefined) ? accept(body, value) : undefined,
    };
    if (row.upload?.file === 'required' && files.length === 0) throw fileProblem('is required');
    return input;
  };
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
