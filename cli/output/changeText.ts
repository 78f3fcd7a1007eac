import { cellText } from './cells.ts';

interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const shown = (value: unknown): string => cellText(value) || '-';

/** Changed fields as people read them: `phone: - -> (555) 234-5678`. */
export const changeTexts = (changes: readonly FieldChange[]): string[] =>
  changes.map(({ field, before, after }) => `${field}: ${shown(before)} -> ${shown(after)}`);
