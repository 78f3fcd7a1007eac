import { useTranslate } from 'react-admin';
import { truncate } from '../../../shared/rules/textDisplay.ts';
import type { RecordDesk, StoredRecord } from './recordDesk.ts';

/** What is needed of a kind of record to name its fields and their values. */
export type Wording = Pick<RecordDesk<StoredRecord, object>, 'words' | 'wordsFor'>;

/** Names of the fields of a record, and their values as people read them. */
export interface FieldWords {
  readonly labelOf: (field: string) => string;
  readonly textOf: (field: string, value: unknown) => string;
}

/** Terms of many pages are recognised by how they begin. */
const shownCharacters = 200;

export const useFieldWords = ({ words, wordsFor }: Wording): FieldWords => {
  const translate = useTranslate();
  const plain = (value: unknown): string => {
    if (Array.isArray(value) && value.length > 0) return value.join(', ');
    if (typeof value === 'boolean') return translate(value ? 'records.yes' : 'records.no');
    if (typeof value === 'string' || typeof value === 'number') return truncate(String(value), shownCharacters);
    return translate('records.conflict.emptyValue');
  };
  return {
    labelOf: (field) => translate(`${words}.fields.${field}`, { _: field }),
    textOf: (field, value) => {
      const text = wordsFor?.(field, value);
      return text === undefined ? plain(value) : translate(text, { _: text });
    },
  };
};
