const valueText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return JSON.stringify(value) ?? '';
};

/** Details of a step or of what was asked for, on one line: `recipients: 2, attachmentsAs: PDF`. */
export const metaText = (meta: Readonly<Record<string, unknown>>): string =>
  Object.entries(meta)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ');
