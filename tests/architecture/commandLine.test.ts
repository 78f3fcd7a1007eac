import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(dist|node_modules)$/.test(path) });

const clockReaders = ['cli/main.ts'];

/** Comments may name what the code must not use. */
const codeOf = (file: string) => textOf(file).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '');

test('cli/main.ts alone reads the process and the clock; everything else gets them through Io', () => {
  const sources = filesOf('cli/**/*.ts').filter((file) => !clockReaders.includes(file));
  expect(sources.length).toBeGreaterThan(80);
  const uses = sources.flatMap((file) =>
    codeOf(file)
      .split('\n')
      .filter((line) => /(?<![\w.$])process\.(?!test)|Date\.now\(\)|new Date\(\)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(uses).toEqual([]);
});

test('a file that starts processes of the command line is named *.process.test.ts and begins with the property it is about', () => {
  const files = filesOf('tests/cli/**/*.test.ts');
  const starts = /\breal: true\b|\bprogram: \[|\bshell: ['`]|\blauncher\b/;
  const processFiles = files.filter((file) => file.endsWith('.process.test.ts'));
  expect(files.filter((file) => starts.test(codeOf(file))).toSorted()).toEqual(processFiles.toSorted());
  for (const file of processFiles) expect(textOf(file), file).toMatch(/^\/\/ Propert(y|ies) of the process: /);
});
