/** What a text field holds: react-admin's forms make null of an emptied one. */
export type FieldText = string | null;

export const textOf = (value: FieldText): string => value?.trim() ?? '';
