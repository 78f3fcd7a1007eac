import type { AppDataProvider } from '../../providers/dataProvider.ts';

/** What every kind of record kept on such pages has. */
export interface StoredRecord {
  readonly id: string;
  readonly name: string;
}

/** A kind of record with a page of its own: where it lives, what its form holds, and how it is read, written and deleted. */
export interface RecordDesk<Stored extends StoredRecord, Values extends object> {
  /** Prefix of its texts, such as `plans`. */
  readonly words: string;
  /** Address of its list; a record is one level below. */
  readonly path: string;
  readonly empty: Values;
  readonly toForm: (stored: Stored) => Values;
  /** What is wrong beyond required fields left empty, a message key or plain text by field path. */
  readonly problems: (values: Values) => Readonly<Record<string, string>>;
  readonly load: (provider: AppDataProvider, id: string, options: { signal: AbortSignal }) => Promise<Stored>;
  /** Creates without `stored`, else changes that version. */
  readonly save: (provider: AppDataProvider, values: Values, stored: Stored | undefined) => Promise<Stored>;
  readonly remove: (provider: AppDataProvider, id: string) => Promise<unknown>;
  /** A new record is opened rather than its list: there is more to say about it. */
  readonly opensWhenCreated?: boolean;
  /** Words for a value that does not speak for itself, such as -1 for unlimited; a message key or plain text. */
  readonly wordsFor?: (field: string, value: unknown) => string | undefined;
}

export const recordAddress = ({ path }: { path: string }, id: string): string => `${path}/${encodeURIComponent(id)}`;
