/** DOM id of an input, the target of the links in the error summary. */
export const fieldId = (source: string) => `field-${source.replaceAll('.', '-')}`;
