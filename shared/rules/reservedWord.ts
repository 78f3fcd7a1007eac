import { normaliseSubdomain, subdomainMax, subdomainProblem } from './subdomain.ts';

/** How a name matches a reserved word: it is the word, or it looks like the word. */
export const reservedWordRules = ['Same', 'LookAlike'] as const;
export type ReservedWordRule = (typeof reservedWordRules)[number];

/**
 * Characters that are read as another one, in names that a subdomain can have; server/database/lookAlike.ts makes the SQL of the same tables.
 * A change needs a migration, because the database stores how words are read.
 */
export const lookAlikeCharacters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'b',
  '7': 't',
  '8': 'b',
  '9': 'g',
};

/** Pairs of letters that are read as one, after the characters. */
export const lookAlikePairs: readonly (readonly [pair: string, letter: string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
];

/** Cyrillic, Greek and barred letters, each before the Latin one that it is read as; no subdomain has them, but a typed name may. */
const foreignPairs = `аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwкkмmтtнhвbгrпnαaοoνvιiκkτtχxρpυuεeηnωwγyıiłløođdħhŧt`;
const foreignLetters = new Map([...foreignPairs.matchAll(/(.)(.)/gu)].map(([, from = '', to = '']) => [from, to]));

/** How a name is read: names with the same text look alike. Letter case, accents and full-width forms do not count. */
export const readingOf = (name: string): string => {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
  const latin = plain.replaceAll(/./gsu, (letter) => foreignLetters.get(letter) ?? letter);
  const single = latin.replaceAll(/./gs, (letter) => lookAlikeCharacters[letter] ?? letter);
  return lookAlikePairs.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), single);
};

/** The rule by which the word reserves the name (spec 1 section 5); null where it does not. */
export const reservedBy = (word: string, name: string): ReservedWordRule | null => {
  if (normaliseSubdomain(word) === normaliseSubdomain(name)) return 'Same';
  return readingOf(word) === readingOf(name) ? 'LookAlike' : null;
};

/** Characters that are read alike, for people: `0 o, 1 i l, …, rn m, vv w`. */
export const lookAlikeText: string = [
  ...Map.groupBy(Object.keys(lookAlikeCharacters), (character) => lookAlikeCharacters[character] ?? ''),
]
  .map(([letter, characters]) => [...characters, letter].join(' '))
  .concat(lookAlikePairs.map((pair) => pair.join(' ')))
  .join(', ');

export const reservedWordMax: number = subdomainMax;

/** A word that no subdomain can have would reserve nothing. */
export const reservedWordText = `must be a word that a subdomain can have: a to z, 0 to 9 and inner hyphens, at most ${subdomainMax} characters`;

/** Why the text cannot be a reserved word, else null. */
export const reservedWordProblem = (name: string): string | null =>
  subdomainProblem(name) === null ? null : reservedWordText;
