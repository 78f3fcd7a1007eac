/** Edits (insert, delete, replace, swap of neighbours) between two words. */
export const editDistance = (a: string, b: string): number => {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
};

/** The edits from a mistyped word to another one; undefined where the other one is not near. */
const nearness = (typed: string, other: string): number | undefined => {
  const edits = editDistance(typed, other);
  // A word of which nothing remains was not mistyped.
  const isNear = edits < typed.length && edits <= Math.max(1, Math.floor(Math.max(typed.length, other.length) * 0.4));
  return isNear || edits === 0 ? edits : undefined;
};

/** Each part of two addresses must be near: the domain, which many share, says nothing about the name before it. */
const addressNearness = (typed: string, other: string): number | undefined => {
  const [name = '', domain = ''] = typed.split('@');
  const [otherName = '', otherDomain = ''] = other.split('@');
  const [edits, domainEdits] = [nearness(name, otherName), nearness(domain, otherDomain)];
  return edits === undefined || domainEdits === undefined ? undefined : edits + domainEdits;
};

/** The candidates a mistyped word may have meant, nearest first; at most three. */
export const suggest = (word: string, candidates: readonly string[]): string[] => {
  const typed = word.toLowerCase();
  return candidates
    .flatMap((candidate) => {
      const low = candidate.toLowerCase();
      // The beginning, or the last name of a path: `city` of `address.city`.
      const isPart = (low.startsWith(typed) && typed.length > 1) || low.endsWith(`.${typed}`);
      const compare = typed.includes('@') && low.includes('@') ? addressNearness : nearness;
      const edits = isPart ? 0.5 : compare(typed, low);
      return edits === undefined ? [] : [{ candidate, edits }];
    })
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
};

/** ` Did you mean "x"?`, or nothing. */
export const didYouMean = (word: string, candidates: readonly string[]): string => {
  const suggestions = suggest(word, candidates);
  return suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map((text) => `"${text}"`).join(' or ')}?`;
};
