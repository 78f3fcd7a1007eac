import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import type { ReceivedFile } from '../../shared/contract/endpoint.ts';
import type { ArgumentSpec, Call, FieldList } from '../command.ts';
import type { Row } from '../output/fields.ts';
import type { Page } from '../output/listing.ts';
import type { Settable } from './setFields.ts';

type Deed = 'list' | 'get' | 'create' | 'update' | 'delete';

export interface PageQuery {
  readonly search?: string;
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly sortDir: 'asc' | 'desc';
}

/** Records that are listed, shown, added, changed and deleted one by one; the verbs are made from this. */
export interface Resource {
  /** The noun of the command: `plans`. */
  readonly noun: string;
  /** What one is called: `plan`. */
  readonly one: string;
  /** With its article: `a plan`, `an organization`. */
  readonly aOne: string;
  readonly calls: Readonly<Record<Deed, Call>>;
  /** Names one record, where it is not `<id>`. */
  readonly argument?: ArgumentSpec;
  /** Bulk actions that add and change them: one change is then a run of one row, and --file takes a CSV of many. */
  readonly actions?: { readonly create: string; readonly update: string };
  /** Fields a file of a new record may hold although nobody sets them, as a record that was shown before has them. */
  readonly kept?: readonly string[];
  readonly listFields: FieldList;
  readonly fields: FieldList;
  readonly settable: Settable;
  /** What stands behind `create` and `update` in the examples, and the file of the example with --file. */
  readonly examples: { readonly create: string; readonly update: string; readonly file?: string };
  /** Said on stderr when it is done, in the words of the web application. */
  readonly texts: { readonly created: string; readonly updated: string; readonly deleted: string };
  /** A file that can be sent along, and how it is taken away again. */
  readonly upload?: {
    readonly flag: string;
    readonly summary: string;
    readonly maxBytes: number;
    readonly removal: { readonly flag: string; readonly summary: string; readonly field: string };
  };
  /** A field whose text is better given as a file. */
  readonly textFile?: {
    readonly flag: string;
    readonly summary: string;
    readonly field: string;
    readonly maxCharacters: number;
  };
  page(client: Client, query: PageQuery, options: CallOptions): Promise<Page>;
  find(client: Client, id: string, options: CallOptions): Promise<Row>;
  add(client: Client, body: Row, options: CallOptions, file?: ReceivedFile): Promise<Row>;
  change(client: Client, id: string, body: Row, options: CallOptions, file?: ReceivedFile): Promise<Row>;
  remove(client: Client, id: string, options: CallOptions): Promise<unknown>;
}

/** The body a call takes; whether the fields fit says the server. */
export type BodyOf<T> = T extends (input: infer I, ...rest: never[]) => unknown
  ? I extends { body: infer B }
    ? B
    : never
  : never;

/** The word that names a record; a record with a shared one takes that. */
export const idArgument = ({ one, argument }: Pick<Resource, 'one' | 'argument'>): ArgumentSpec =>
  argument ?? { name: '<id>', summary: `id of the ${one}` };
