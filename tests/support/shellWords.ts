/**
 * Splits a line into words as a POSIX shell does: quotes, escapes, lines continued with a backslash. Redirections, pipes, lists and
 * expansions need a real shell and are refused.
 */
export const splitShellLine = (line: string): string[] => {
  const commandLine: string[] = [];
  let word: string | undefined;
  // One token each: 'single', "double", \escaped, blank, operator or expansion, plain text.
  const tokens = /'([^']*)'|"((?:[^"\\$`]|\\[^])*)"|\\\n|\\([^])|(\s+|$)|([|&;<>()$`"'\\])|([^\s'"\\|&;<>()$`]+)/g;
  for (const [, single, double, escaped, blank, operator, plain] of line.matchAll(tokens)) {
    if (operator !== undefined) throw new Error(`Needs a shell for ${operator}: ${line}`);
    if (blank !== undefined) {
      if (word !== undefined) commandLine.push(word);
      word = undefined;
      continue;
    }
    const text = single ?? double?.replace(/\\(["\\$`])|\\\n/g, '$1') ?? escaped ?? plain;
    if (text !== undefined) word = (word ?? '') + text;
  }
  return commandLine;
};

/** The line can be split into words; placeholders like `<id>` count as words. */
export const isPlainCommand = (line: string): boolean => {
  try {
    splitShellLine(line.replaceAll(/<[\w-]+>/g, 'x'));
    return line.startsWith('carepost ');
  } catch {
    return false;
  }
};
