import { z } from 'zod';
import {
  type Area,
  type Endpoint,
  isProtectedRead,
  isRead,
  storesIdempotencyKey,
} from '../../shared/contract/endpoint.ts';
import { commonErrors, type ErrorCode, errorCatalogue, errorCodes } from '../../shared/contract/errors.ts';
import type { Config } from '../config.ts';

type Json = Record<string, unknown>;

export interface DocumentedArea {
  readonly name: string;
  readonly rows: Area;
}

/** The contract as an OpenAPI 3.1 document: every call, every status, every field. */
export function openApiDocument(
  areas: readonly DocumentedArea[],
  config: Pick<Config, 'publicUrl' | 'issuer' | 'brand'>,
): Json {
  const paths: Record<string, Json> = {};
  for (const { name: area, rows } of areas) {
    for (const [name, row] of Object.entries(rows)) {
      paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation(area, name, row) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${config.brand.name} API`,
      version: '1',
      description:
        'All calls of the administration suite. Errors have one form; their codes are listed with each call.',
    },
    servers: [{ url: config.publicUrl }],
    tags: areas.map(({ name }) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        signIn: { type: 'openIdConnect', openIdConnectUrl: `${config.issuer}/.well-known/openid-configuration` },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'correlationId'],
  properties: {
    code: { type: 'string', enum: errorCodes },
    message: { type: 'string' },
    modelState: {
      type: 'object',
      description: 'Texts by field; fields inside others are joined by dots.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    correlationId: { type: 'string' },
  },
};

function operation(area: string, name: string, row: Endpoint): Json {
  const parameters = [
    ...fields(row.params).map(([field, schema]) => ({ name: field, in: 'path', required: true, schema })),
    ...fields(row.query).map(([field, schema, required]) => ({ name: field, in: 'query', required, schema })),
    ...headerParameters(row),
  ];
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: row.summary,
    description: isProtectedRead(row)
      ? `${accessText(row)} Each call is an event of the audit trail.`
      : accessText(row),
    ...(row.access === 'public' ? { security: [] } : { security: [{ bearer: [] }, { signIn: [] }] }),
    ...(typeof row.access === 'string' ? {} : { 'x-roles': [...row.access] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(row.body ? { requestBody: { required: !row.bodyOptional, content: bodyContent(row, row.body) } } : {}),
    responses: responses(row),
  };
}

function bodyContent({ upload }: Endpoint, body: z.ZodType): Json {
  const schema = jsonSchema(body, 'input');
  if (!upload) return { 'application/json': { schema } };
  const { most = 1 } = upload;
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const form = {
    schema: {
      type: 'object',
      required: upload.file === 'required' ? [upload.part, 'file'] : [upload.part],
      properties: {
        [upload.part]: schema,
        file:
          most === 1
            ? { ...file, description: `At most ${upload.maxBytes} bytes.` }
            : {
                type: 'array',
                maxItems: most,
                items: file,
                description: `At most ${upload.maxBytes} bytes together; each in a field of its own.`,
              },
      },
    },
    encoding: { [upload.part]: { contentType: 'application/json' } },
  };
  return { 'multipart/form-data': form, ...(upload.file === 'optional' ? { 'application/json': { schema } } : {}) };
}

export const accessText = ({ access }: Endpoint): string => {
  if (access === 'public') return 'Anybody may call it.';
  return access === 'signedIn' ? 'Anybody who is signed in may call it.' : `Roles: ${access.join(', ')}.`;
};

function headerParameters(row: Endpoint): Json[] {
  const text = { type: 'string' };
  const all: Json[] = [
    { name: 'X-Correlation-Id', in: 'header', required: false, schema: { ...text, maxLength: 100 } },
  ];
  if (storesIdempotencyKey(row))
    all.push({ name: 'Idempotency-Key', in: 'header', required: false, schema: { ...text, maxLength: 255 } });
  if (row.errors.includes('E-PRECONDITION-FAILED'))
    all.push({ name: 'If-Match', in: 'header', required: false, schema: text });
  if (!isRead(row) || row.errors.includes('E-REASON-REQUIRED'))
    all.push({ name: 'X-Request-Reason', in: 'header', required: false, schema: text });
  if (!isRead(row)) all.push({ name: 'X-Run-Id', in: 'header', required: false, schema: { ...text, maxLength: 100 } });
  return all;
}

function responses(row: Endpoint): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set<ErrorCode>([...row.errors, ...commonErrors])) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refused = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `${code}: ${errorCatalogue[code].message}`).join('\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return { ...success(row), ...Object.fromEntries(refused) };
}

function success({ answer }: Endpoint): Json {
  switch (answer.kind) {
    case 'json':
      return {
        [answer.status ?? 200]: {
          description: 'Done',
          content: { 'application/json': { schema: jsonSchema(answer.schema, 'output') } },
        },
      };
    case 'none':
      return { 204: { description: 'Done' } };
    case 'csv':
      return { 200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } } };
    case 'text':
      return {
        200: { description: 'Sanitised HTML as plain text', content: { 'text/plain': { schema: { type: 'string' } } } },
      };
    case 'xml':
      return { 200: { description: 'XML', content: { 'application/xml': { schema: { type: 'string' } } } } };
    case 'number':
      return { 200: { description: 'A number', content: { 'text/plain': { schema: { type: 'integer' } } } } };
    case 'binary':
      return {
        200: { description: 'The file', content: Object.fromEntries(answer.mediaTypes.map((type) => [type, {}])) },
      };
    default:
      return answer satisfies never;
  }
}

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}

/** Fields of an object schema with their JSON schema and whether a caller must send them. */
export function fields(schema: z.ZodType | undefined): [name: string, schema: Json, required: boolean][] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)]);
}
