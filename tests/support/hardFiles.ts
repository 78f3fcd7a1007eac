import { globSync, readFileSync } from 'node:fs';

/** What `npm run test:hard` runs: tests with one of these tags, which a file gives to all of its own by a comment `@module-tag`. */
export const hardTags = [
  {
    name: 'hard',
    description: 'Takes long, and is not in `npm test`: attacks, many rows, killed servers, further cases.',
  },
  { name: 'scaled', description: 'Has a smaller measure, or fewer cases, in `npm test` (tests/support/isHard.ts).' },
  { name: 'measured', description: 'Measures memory or time: nothing may run beside it.' },
];

const tagOf = /@module-tag (\w+)|tags: \['(\w+)'/g;

/** The test files below a folder that have such tests, by whether they run alone. */
export function hardFiles(folder: string): { readonly alone: string[]; readonly together: string[] } {
  const alone: string[] = [];
  const together: string[] = [];
  for (const file of globSync(`tests/${folder}/**/*.test.{ts,tsx}`)) {
    const tags = new Set(Array.from(readFileSync(file, 'utf8').matchAll(tagOf), ([, module, test]) => module ?? test));
    if (tags.has('measured')) alone.push(file);
    else if (tags.has('hard') || tags.has('scaled')) together.push(file);
  }
  return { alone, together };
}
