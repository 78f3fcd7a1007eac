import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bulkActionNamed } from '../../../shared/bulk/actions/catalogue.ts';
import { messages } from '../../../admin/i18n/en.ts';
import type { Messages } from '../../../admin/i18n/frameMessages.ts';

const root = join(import.meta.dirname, '../../..');
const sources = globSync('admin/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.startsWith('admin/i18n/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const keysOf = (branch: Messages, path: string[] = []): string[] =>
  Object.entries(branch).flatMap(([name, value]) =>
    typeof value === 'string' ? [[...path, name].join('.')] : keysOf(value, [...path, name]),
  );
const known = new Set(keysOf(messages));
const areas = Object.keys(messages).join('|');
/** A key in quotes: 'guid.title'; or the beginning of a composed one: `roles.${role}`. */
const quoted = new RegExp(`['"\`]((?:${areas})\\.[\\w.]+?)(\\.?\\$\\{|['"\`])`, 'g');

const used = sources.flatMap(({ file, text }) =>
  Array.from(text.matchAll(quoted), ([, key = '', end]) => ({ file, key, composed: end?.includes('${') ?? false })),
);

it('finds the texts the pages use', () => {
  expect(used.length).toBeGreaterThan(100);
});
it('every text used exists', () => {
  const missing = used.filter(({ key, composed }) =>
    composed ? ![...known].some((one) => one.startsWith(`${key}.`) || one.startsWith(key)) : !known.has(key),
  );
  // Names of files, of settings and queries, of bulk actions, and of the organization form's fields look alike but are no keys of texts.
  const isOther = (key: string) =>
    bulkActionNamed(key) !== undefined ||
    /\.(?:tsx?|js|views|perPage)$/.test(key) ||
    known.has(`organizations.fields.${key}`) ||
    [...known].some((one) => one.startsWith(`${key}.`));
  expect(missing.filter(({ key, composed }) => composed || !isOther(key))).toEqual([]);
});
