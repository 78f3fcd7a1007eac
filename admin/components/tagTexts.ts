/** Parts of a typed or pasted text: lines and cells, and words where a tag has no blanks. */
export const textsIn = (text: string, splitsAtSpaces: boolean): string[] =>
  text.split(splitsAtSpaces ? /[\s,;]+/ : /[\r\n\t]+/).filter((part) => part.trim() !== '');

/** The tags that typed or pasted texts add: trimmed, transformed, without empty and present ones. */
export const textsAdded = (
  present: readonly string[],
  texts: readonly string[],
  transform: (text: string) => string = (text) => text,
): string[] => {
  const tags = texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => transform(text).trim());
  return [...new Set(tags)].filter((tag) => tag !== '' && !present.includes(tag));
};
