/** The fields every catalog record has. */
export interface StoredRecord {
  readonly id: string;
  readonly name: string;
  /** Sent back with a save; license agreements have a text of this name and are never saved again. */
  readonly version: number | string;
  /** Name of the user who saved it last, where the record has it. */
  readonly modifiedBy?: string;
}

/** Converts between a record and its form, without React. */
export interface RecordModel<Stored, Values extends object> {
  readonly empty: Values;
  readonly toForm: (stored: Stored) => Values;
  /** The body of a request; create sends it as it is, update with the version. Files of the form are sent beside the body. */
  readonly toBody: (values: Values, stored: Stored | undefined) => object | Promise<object>;
  /** Text of a value that is unclear by itself, such as -1 for unlimited; a message key or plain text. */
  readonly textFor?: (field: string, value: unknown) => string | undefined;
}

/** Value of a text input: react-admin makes null of an emptied one. */
export type FieldText = string | null;

export const textOf = (value: FieldText): string => value?.trim() ?? '';
