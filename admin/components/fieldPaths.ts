/** DOM id of an input, the target of the links in the error summary. */
export const fieldId = (source: string) => `field-${source.replaceAll('.', '-')}`;

/** `firstName` as "First name". */
export const wordsOf = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
