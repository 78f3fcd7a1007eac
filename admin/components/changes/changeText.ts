import { dateTimeText } from '../DateTime.tsx';
import { wordsOf } from '../fieldPaths.ts';

/** As the server writes a time. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

type Translate = (key: string, options?: Record<string, unknown>) => string;

/** A value of an audit row as people read it. */
export const valueText = (value: unknown, translate: Translate): string => {
  if (value === null || value === undefined || value === '') return translate('activity.history.empty');
  if (typeof value === 'boolean') return translate(`activity.history.${value ? 'yes' : 'no'}`);
  if (Array.isArray(value)) {
    return value.length === 0
      ? translate('activity.history.empty')
      : value.map((part) => valueText(part, translate)).join(', ');
  }
  if (typeof value === 'string') return isoTime.test(value) ? dateTimeText(value) : value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const parts = Object.entries(value);
  if (parts.length === 0) return translate('activity.history.empty');
  return parts.map(([name, part]) => `${fieldWords(name, translate)}: ${valueText(part, translate)}`).join(', ');
};

interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** False for a value that the action named without changing it. */
export const isChange = ({ before, after }: Change): boolean => JSON.stringify(before) !== JSON.stringify(after);

/** A field by its name on the form where it has one, else in the words of the audit row. */
export const fieldWords = (field: string, translate: Translate): string => {
  const words = /^[a-z][A-Za-z]*$/.test(field) ? wordsOf(field) : field;
  return translate(`organizations.fields.${field}`, {
    _: translate(`activity.history.fieldNames.${field}`, { _: words }),
  });
};

/** Text of an action; an action without one shows its own name. */
export const actionText = (action: string, translate: Translate): string =>
  translate(`activity.history.actions.${action}`, { _: action });

/** What an event is about; a kind without a text shows its own name. */
export const targetText = (targetType: string, translate: Translate): string =>
  translate(`activity.history.targets.${targetType}`, { _: targetType });
