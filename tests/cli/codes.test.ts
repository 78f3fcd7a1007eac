import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { allCodes } from '../../cli/commands/explain.ts';
import { exits } from '../../cli/exits.ts';

const root = resolve(import.meta.dirname, '../..');
const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)(dist|node_modules)\//.test(path))
    .map((path) => join(folder, path));

/** What stands in quotes as a code and is one: of a server, a plan, a file, or the command line itself. */
const literals = ['cli', 'shared/bulk', 'shared/client', 'server/areas'].flatMap((folder) =>
  sourcesIn(folder).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/['"`](E(?:-[A-Z0-9]+)+)['"`]/g)].map(([, code = '']) => ({
      path,
      code,
    })),
  ),
);

test('every code in the sources is explained', () => {
  expect(literals.length).toBeGreaterThan(100);
  const known = new Set(allCodes().map(({ code }) => code));
  expect(literals.filter(({ code }) => !known.has(code))).toEqual([]);
});

test('a warning is no failure: it is explained with exit 0', () => {
  const warnings = allCodes().filter(({ code }) => code.startsWith('W-'));
  expect(warnings.length).toBeGreaterThan(0);
  expect(warnings.filter(({ exit }) => exit !== 0)).toEqual([]);
});

test('a code has one explanation, with a text, a remedy and an exit code', () => {
  const codes = allCodes();
  const names = codes.map(({ code }) => code);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  for (const { code, message, hint, exit } of codes) {
    expect(message.length, code).toBeGreaterThan(5);
    expect(hint.length, code).toBeGreaterThan(5);
    expect(
      Object.values(exits).map((known) => known.code),
      code,
    ).toContain(exit);
  }
});

test('a refused plan has one exit code, from the command line and from the server', () => {
  const exitOf = (code: string) => allCodes().find((one) => one.code === code)?.exit;
  const refused = ['E-PLAN-ALTERED', 'E-PLAN-EXPIRED', 'E-PLAN-USED', 'E-PLAN-ORIGIN', 'E-INPUT-CHANGED'];
  expect(refused.map(exitOf)).toEqual(refused.map(() => 8));
  expect(['E-PLAN-NOT-APPROVED', 'E-PLAN-SELF-APPROVED'].map(exitOf)).toEqual([5, 5]);
});

test('an ambiguous name is explained for every kind of record', () => {
  const { message, hint } = allCodes().find(({ code }) => code === 'E-NAME-AMBIGUOUS') ?? { message: '', hint: '' };
  expect([message, hint]).toEqual(['Several records have this name.', expect.stringContaining('by its id')]);
});
