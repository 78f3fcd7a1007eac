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
  const schemas: Schemas = { Error: errorSchema };
  for (const { name: area, rows } of areas) {
    for (const [name, row] of Object.entries(rows)) {
      paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation(`${area}.${name}`, row, schemas) };
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
      schemas,
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

function operation(id: string, row: Endpoint, schemas: Schemas): Json {
  const [area] = id.split('.');
  const parameters = [
    ...fields(row.params).map(([field, schema]) => ({ name: field, in: 'path', required: true, schema })),
    ...fields(row.query).map(([field, schema, required]) => ({ name: field, in: 'query', required, schema })),
    ...headerParameters(row),
  ];
  return {
    operationId: id,
    tags: [area],
    summary: row.summary,
    description: isProtectedRead(row)
      ? `${accessText(row)} Each call is an event of the audit trail.`
      : accessText(row),
    ...(row.access === 'public' ? { security: [] } : { security: [{ bearer: [] }, { signIn: [] }] }),
    ...(typeof row.access === 'string' ? {} : { 'x-roles': [...row.access] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(row.body || row.upload
      ? {
          requestBody: {
            required: !row.bodyOptional,
            content: bodyContent(row, row.body && jsonSchema(row.body, 'input', { name: `${id}.body`, schemas })),
          },
        }
      : {}),
    responses: responses(id, row, schemas),
  };
}

/** Without a schema the call is a form with nothing but its file. */
function bodyContent({ upload }: Endpoint, schema: Json | undefined): Json {
  if (!upload) return { 'application/json': { schema } };
  const { most = 1 } = upload;
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const form = {
    schema: {
      type: 'object',
      required: [...(schema ? [upload.part] : []), ...(upload.file === 'required' ? ['file'] : [])],
      properties: {
        ...(schema ? { [upload.part]: schema } : {}),
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
    ...(schema ? { encoding: { [upload.part]: { contentType: 'application/json' } } } : {}),
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

function responses(id: string, row: Endpoint, schemas: Schemas): Json {
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
  return { ...success(id, row, schemas), ...Object.fromEntries(refused) };
}

function success(id: string, { response }: Endpoint, schemas: Schemas): Json {
  switch (response.kind) {
    case 'json':
      return {
        [response.status ?? 200]: {
          description: 'Done',
          content: { 'application/json': { schema: jsonSchema(response.schema, 'output', { name: id, schemas }) } },
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
        200: { description: 'The file', content: Object.fromEntries(response.mediaTypes.map((type) => [type, {}])) },
      };
    default:
      return response satisfies never;
  }
}

/** What a schema refers to by name. */
type Schemas = Record<string, Json>;

/** The parts that a schema refers to, such as one that contains itself, become schemas of the document: references count from its root. */
function jsonSchema(
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  { name, schemas }: { readonly name: string; readonly schemas: Schemas },
): Json {
  const {
    $schema: _dialect,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  const nameOf = (part: string) => `${name}.${part.replace(/^_+/, '')}`;
  const withNames = (json: object): Json =>
    JSON.parse(JSON.stringify(json), (key, value: unknown) =>
      key === '$ref' && typeof value === 'string'
        ? value.replace(/^#\/\$defs\/(.+)$/, (_, part: string) => `#/components/schemas/${nameOf(part)}`)
        : value,
    ) as Json;
  for (const [part, json] of Object.entries($defs)) schemas[nameOf(part)] = withNames(json);
  return withNames(rest);
}

/** Fields of an object schema with their JSON schema and whether a caller must send them. */
function fields(schema: z.core.$ZodType | undefined): [name: string, schema: Json, required: boolean][] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', { name: 'parameter', schemas: {} }) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)]);
}
