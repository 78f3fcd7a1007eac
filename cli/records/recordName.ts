import { CliError } from '../errors.ts';
import type { Row } from '../output/fields.ts';

/** What a record is called, for questions and notes. */
export const recordName = (record: Row, id: string): string => {
  const name = record['name'] ?? record['displayName'] ?? record['version'];
  return typeof name === 'string' ? name : id;
};

/** Refuses to go on with a record that is not the one meant. */
export const checkName = (record: Row, expected: string | undefined): void => {
  if (expected === undefined || record['name'] === expected) return;
  throw new CliError(
    'E-NAME-DIFFERS',
    `The record is called "${String(record['name'])}", not "${expected}"; nothing was sent.`,
  );
};

/** The version the record was loaded with, to be sent as If-Match. */
export const versionOf = (record: Row): { ifMatch?: number } =>
  typeof record['version'] === 'number' ? { ifMatch: record['version'] } : {};
