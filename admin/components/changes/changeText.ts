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
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A field by its name on the form where it has one, else as the audit row calls it. */
export const fieldWords = (field: string, translate: Translate): string =>
  translate(`organizations.fields.${field}`, { _: translate(`activity.history.fieldNames.${field}`, { _: field }) });

/** Text of an action; an action without one shows its own name. */
export const actionText = (action: string, translate: Translate): string =>
  translate(`activity.history.actions.${action}`, { _: action });
