/** What was typed or pasted, part by part: lines and cells, and words where no tag consists of several. */
export const textsIn = (text: string, areWords: boolean): string[] =>
  text.split(areWords ? /[\s,;]+/ : /[\r\n\t]+/).filter((part) => part.trim() !== '');

/** The tags that typed or pasted texts add: trimmed, transformed, without empty ones and those that are there already. */
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
