/** Two columns, the left one as wide as it needs, at most 30. */
export const two = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.min(30, Math.max(...pairs.map(([left]) => left.length)));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

/** A titled part of a help text; nothing where it has no content. */
export const section = (title: string, text: string): string => (text === '' ? '' : `\n${title}:\n${text}\n`);
