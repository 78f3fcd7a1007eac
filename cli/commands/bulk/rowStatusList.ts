import { type RowStatus, rowStatuses } from '../../../shared/bulk/journal.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';

export const listed = (text: string): string[] => text.split(',').map((word) => word.trim());

/** `failed,conflict` as --status takes it. */
export const statusList = (text: string): readonly RowStatus[] =>
  listed(text).map((word) => {
    const found = rowStatuses.find((status) => status === word);
    if (found !== undefined) return found;
    const known = rowStatuses.join(', ');
    throw new TypeError(`"${word}" is no status of a row; choose from ${known}.${didYouMean(word, rowStatuses)}`);
  });
