import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditActions } from '../../../admin/i18n/auditActions.ts';
import { auditTargets } from '../../../admin/i18n/auditTargets.ts';
import type { Messages } from '../../../admin/i18n/frameMessages.ts';
import { wire } from '../../../shared/contract/wire.ts';

const root = join(import.meta.dirname, '../../..');

/** Any row of the contract: a refused call is recorded too. */
const ofRows = Object.entries(wire).flatMap(([area, rows]) => Object.keys(rows).map((name) => `${area}.${name}`));
/** What the server records itself; calls of other systems are recorded as jobs. */
const ofTheServer = globSync('server/**/*.ts', { cwd: root }).flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  const recorded = [...source.matchAll(/action: '(\w+\.\w+)'/g)].map(([, action = '']) => action);
  const jobs = file.endsWith('outboundKinds.ts') ? [...source.matchAll(/^ {2}'(\w+\.\w+)': \{/gm)] : [];
  return [...recorded, ...jobs.map(([, kind = '']) => `jobs.${kind}`)];
});

const textOf = (action: string) =>
  action
    .split('.')
    .reduce<Messages | string | undefined>(
      (branch, name) => (typeof branch === 'object' ? branch[name] : undefined),
      auditActions,
    );

test('every action that the server can record has a text', () => {
  expect(ofRows.length).toBeGreaterThan(150);
  expect(ofTheServer).toEqual(expect.arrayContaining(['identity.signIn', 'jobs.organization.sync']));
  const missing = [...new Set([...ofRows, ...ofTheServer, 'seed'])].filter(
    (action) => typeof textOf(action) !== 'string',
  );
  expect(missing).toEqual([]);
});

test('no text is of an action that is gone', () => {
  const actions = new Set([...ofRows, ...ofTheServer]);
  const pathsOf = (branch: Messages, path: readonly string[] = []): string[] =>
    Object.entries(branch).flatMap(([name, value]) =>
      typeof value === 'string' ? [[...path, name].join('.')] : pathsOf(value, [...path, name]),
    );
  expect(pathsOf(auditActions).filter((action) => action !== 'seed' && !actions.has(action))).toEqual([]);
});

test('what an event is about has a text, and no text is of a kind that is gone', () => {
  const ofRecords = globSync('server/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:targetType(?: =|:)|\bone:) '([\w ]+)'/g)].map(
      ([, type = '']) => type,
    ),
  );
  const types = new Set([...ofRecords, ...Object.keys(wire)]);
  types.delete('target_type');
  expect(Object.keys(auditTargets).toSorted()).toEqual([...types].toSorted());
});
