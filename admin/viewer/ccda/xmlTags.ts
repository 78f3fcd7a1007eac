export interface XmlTag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  /** Index after the tag. */
  readonly end: number;
}

const nameAt = /[A-Za-z_][\w.:-]{0,200}/y;

/**
 * The tags of a text in order, without those in comments and CDATA; ends at the first one that is not closed. Reads every character once:
 * a regular expression could backtrack on a hostile text.
 */
export function* xmlTags(text: string): Generator<XmlTag> {
  let at = text.indexOf('<');
  while (at >= 0) {
    const skipped = skipOver(text, at);
    if (skipped !== undefined) {
      if (skipped < 0) return;
      at = text.indexOf('<', skipped);
      continue;
    }
    const isClose = text[at + 1] === '/';
    nameAt.lastIndex = at + (isClose ? 2 : 1);
    const name = nameAt.exec(text)?.[0];
    if (name === undefined) {
      at = text.indexOf('<', at + 1);
      continue;
    }
    const end = endOfTag(text, nameAt.lastIndex);
    if (end < 0) return;
    yield { name, kind: isClose ? 'close' : text[end - 2] === '/' ? 'empty' : 'open', end };
    at = text.indexOf('<', end);
  }
}

const blocks = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Index after a comment, CDATA section or instruction that begins here; -1 where it is not closed, undefined where there is none. */
const skipOver = (text: string, at: number): number | undefined => {
  const block = blocks.find(([start]) => text.startsWith(start, at));
  if (!block) return undefined;
  const end = text.indexOf(block[1], at + block[0].length);
  return end < 0 ? -1 : end + block[1].length;
};

const endOfTag = (text: string, from: number): number => {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at + 1;
  }
  return -1;
};
