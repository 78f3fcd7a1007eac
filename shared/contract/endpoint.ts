import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Roles of the product (spec 2 section 6). */
export const roles = ['SysAdmin', 'SysAdminReporting', 'Administrator', 'User'] as const;
export type Role = (typeof roles)[number];

/** Who may call a row: anybody, anybody signed in, or the listed roles only. */
export type Access = 'public' | 'signedIn' | readonly Role[];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Hosts beside the API that an installation can set: `interop` is the interoperability network (spec 1 section 7). */
export type Host = 'interop';

/**
 * What a row responds with. `json` is checked against its schema on the way out; `none` is 204;
 * `csv` is streamed and `file` names it (spec 3 section 9: brand, file, UTC time); `text` is sanitised HTML as inert text;
 * `xml` is a description for programs, such as the metadata of OData; `number` is a bare number as text, such as a count of OData; `binary` is a stored file of one of the media types, sent as an attachment.
 */
export type EndpointResponse =
  | { readonly kind: 'json'; readonly schema: z.core.$ZodType; readonly status?: 200 | 201 | 202 }
  | { readonly kind: 'none' }
  | { readonly kind: 'csv'; readonly file: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'xml' }
  | { readonly kind: 'number' }
  | { readonly kind: 'binary'; readonly mediaTypes: readonly string[] };

/**
 * A row that takes multipart/form-data: `body` is then the JSON of the form field `part`, and one file may or must come with it in
 * the field `file`; up to `most` where that is said, each in a field `file`. Rows whose file is optional take plain JSON as well.
 */
export interface Upload {
  readonly part: string;
  readonly file: 'required' | 'optional';
  /** What is taken, as the object of "Send …", for a file that is refused as a program. */
  readonly types: string;
  /** Of all files together. */
  readonly maxBytes: number;
  readonly most?: number;
}

/** A received file. `name` is as the caller gave it: shown, never used as a path. `mediaType` is the caller's claim. */
export interface ReceivedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * One call on the wire, as data: routes, client methods, OpenAPI, role checks and fuzz tests all derive from it.
 * Its schemas have zod's core type: `ZodType` has some sixty methods, with which the compiler would compare those of every row.
 */
export interface Endpoint {
  readonly method: Method;
  /** Letter for letter as the specification writes it: `/api/organizations/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** The host that serves the row, where it is not the API itself. */
  readonly host?: Host;
  readonly access: Access;
  readonly params?: z.core.$ZodObject;
  readonly query?: z.core.$ZodObject;
  readonly body?: z.core.$ZodType;
  /** True where the specification's callers may leave the body out (`PUT .../enable` flips then). */
  readonly bodyOptional?: boolean;
  readonly upload?: Upload;
  readonly response: EndpointResponse;
  /** Codes of this row beyond those every row can give (see `commonErrors` in errors.ts). */
  readonly errors: readonly ErrorCode[];
  /** Seconds the client may cache the response; paths in `invalidates` of other rows drop it earlier. */
  readonly cacheSeconds?: number;
  /** Path prefixes whose cached responses a successful call drops. */
  readonly invalidates?: readonly string[];
  /** A repeated call can do harm: it may undo the first one, or add a record a second time. So nothing repeats it by itself. */
  readonly notRepeatable?: boolean;
  /** A POST that changes nothing: its query is too long for an address. No response is stored for its Idempotency-Key. */
  readonly readOnly?: true;
  /**
   * A read that leaves an audit event with each call: an export, a list that names persons or correspondents, the audit trail itself. Rows
   * with message content (E-REASON-REQUIRED) write their own events in the transaction of the read.
   */
  readonly audited?: true;
  /**
   * Served from every network address, also where the organization allows few: whoever is shut out still sees who they are and can
   * change to another organization.
   */
  readonly fromAnywhere?: true;
  /** Where the row is our own addition the reason stands here; the contract test refuses it otherwise. */
  readonly beyondSpec?: string;
}

/** True for rows that change nothing. */
export const isRead = ({ method, readOnly }: Pick<Endpoint, 'method' | 'readOnly'>): boolean =>
  method === 'GET' || readOnly === true;

/** True for reads whose calls are audited, refused ones too (AD-1). */
export const isProtectedRead = (row: Pick<Endpoint, 'method' | 'readOnly' | 'audited' | 'errors'>): boolean =>
  isRead(row) && (row.audited === true || row.errors.includes('E-REASON-REQUIRED'));

/** True for rows that carry out a repeated Idempotency-Key once (CO-2): those that create for a signed-in caller. */
export const storesIdempotencyKey = (row: Pick<Endpoint, 'method' | 'readOnly' | 'access'>): boolean =>
  row.method === 'POST' && !isRead(row) && row.access !== 'public';

/** Keeps the literal types of a row while checking it. */
export const endpoint = <const E extends Endpoint>(row: E): E => row;

export type Area = Readonly<Record<string, Endpoint>>;

type Field<E, K extends keyof Endpoint> = E extends { readonly [P in K]: infer S extends z.core.$ZodType } ? S : never;
type Given<E, K extends 'params' | 'query' | 'body'> = [Field<E, K>] extends [never]
  ? undefined
  : z.output<Field<E, K>>;

/** What a handler receives: parsed, defaults filled in. */
export interface HandlerInput<E extends Endpoint> {
  readonly params: Given<E, 'params'>;
  readonly query: Given<E, 'query'>;
  readonly body: E extends { readonly bodyOptional: true } ? Given<E, 'body'> | undefined : Given<E, 'body'>;
  readonly file: E extends { readonly upload: { readonly file: 'required' } }
    ? ReceivedFile
    : E extends { readonly upload: Upload }
      ? ReceivedFile | undefined
      : undefined;
  /** All that came, in their order. */
  readonly files: readonly ReceivedFile[];
}

type ParamsArgument<E> = [Field<E, 'params'>] extends [never] ? unknown : { params: z.input<Field<E, 'params'>> };
type QueryArgument<E> = [Field<E, 'query'>] extends [never]
  ? unknown
  : Record<string, never> extends z.input<Field<E, 'query'>>
    ? { query?: z.input<Field<E, 'query'>> }
    : { query: z.input<Field<E, 'query'>> };
type BodyArgument<E> = [Field<E, 'body'>] extends [never]
  ? unknown
  : E extends { readonly bodyOptional: true }
    ? { body?: z.input<Field<E, 'body'>> }
    : { body: z.input<Field<E, 'body'>> };

type FileArgument<E> = E extends { readonly upload: { readonly most: number } }
  ? { files?: readonly ReceivedFile[] }
  : E extends { readonly upload: { readonly file: 'required' } }
    ? { file: ReceivedFile }
    : E extends { readonly upload: Upload }
      ? { file?: ReceivedFile | undefined }
      : unknown;

/** What a caller passes: params, query, body and file of the row, each only where the row has it. */
export type CallInput<E extends Endpoint> = ParamsArgument<E> & QueryArgument<E> & BodyArgument<E> & FileArgument<E>;

/** What a JSON, text or number row responds with, or the bytes of a file; `undefined` for rows without content. */
export type ResponseOf<E extends Endpoint> = E['response'] extends {
  kind: 'json';
  schema: infer S extends z.core.$ZodType;
}
  ? z.output<S>
  : E['response'] extends { kind: 'text' | 'xml' }
    ? string
    : E['response'] extends { kind: 'number' }
      ? number
      : E['response'] extends { kind: 'binary' }
        ? ReceivedFile
        : undefined;
