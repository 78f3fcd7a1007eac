import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const rows = readFileSync(join(project, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]{2}-\d+ +\|/.test(line))
  .map((line) => {
    const [, id = '', promise = '', proof = ''] = line.split('|').map((cell) => cell.trim());
    const tests = [...proof.matchAll(/`(tests\/[^`]+)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({
      file,
      title,
    }));
    return { id, promise, tests };
  });

/** Without comments, which prove nothing. */
const codeOf = (path: string) => readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

/** Groups of the requirements and how many each has; 70 in all. */
const groups = { AZ: 7, AU: 5, TK: 6, SS: 3, IN: 7, FI: 6, OU: 3, BR: 4, PH: 3, AD: 4, CO: 5, JB: 4, FT: 11, OP: 2 };

describe('docs/security.md', () => {
  test('has one row for each requirement', () => {
    const expected = Object.entries(groups).flatMap(([group, count]) =>
      Array.from({ length: count }, (_, index) => `${group}-${index + 1}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(expected);
    expect(expected).toHaveLength(70);
  });

  test('names a test for each promise, or says that it is not built yet', () => {
    const unproven = rows.filter(({ tests, promise }) => tests.length === 0 && !promise.startsWith('Not built yet'));
    expect(unproven.map(({ id }) => id)).toEqual([]);
  });

  test('names tests that exist', () => {
    const missing = rows.flatMap(({ id, tests }) =>
      tests
        .filter(({ file, title }) => {
          const path = join(project, file);
          return !existsSync(path) || !codeOf(path).includes(title);
        })
        .map(({ file, title }) => `${id}: ${file} "${title}"`),
    );
    expect(missing).toEqual([]);
  });
});
