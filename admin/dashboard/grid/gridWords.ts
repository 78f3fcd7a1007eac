import { formatDate, isCalendarDate } from '../../../shared/rules/dates.ts';
import { filterChoices, type FilterName } from './gridFilters.ts';

type Translate = (key: string, values?: Record<string, unknown>) => string;

export const typeKey = (type: string): string => `workflows.types.${type}`;

const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** A day, or a moment in the reader's time zone. */
export const momentText = (value: string): string =>
  isCalendarDate(value) ? formatDate(value) : moment.format(new Date(value));

const optionText = (name: FilterName, option: string, translate: Translate): string =>
  name === 'type' ? translate(typeKey(option)) : option;

/** The choices of a filter as a list offers them. */
export const optionsOf = (name: FilterName, translate: Translate) =>
  (filterChoices[name] ?? []).map((id) => ({ id, name: optionText(name, id, translate) }));

/** What a filter says, such as `Status: Pending, In Progress`. */
export const filterText = (name: FilterName, value: string, translate: Translate): string => {
  const text =
    name === 'from' || name === 'to'
      ? momentText(value)
      : filterChoices[name]
        ? value
            .split(',')
            .map((option) => optionText(name, option.trim(), translate))
            .join(', ')
        : value;
  return translate('workflows.filter', { name: translate(`workflows.filters.${name}`), value: text });
};
