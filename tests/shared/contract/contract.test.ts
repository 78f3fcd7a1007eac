import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../../../shared/contract/api.ts';
import { type Area, type Endpoint, roles } from '../../../shared/contract/endpoint.ts';
import { commonErrors, errorCatalogue, errorCodes } from '../../../shared/contract/errors.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { notYetBuilt } from './notYetBuiltRows.ts';
import { built } from './specificationRows.ts';

const areas: [string, Area][] = Object.entries(api);
const rows = areas.flatMap(([area, all]) =>
  Object.entries(all).map(([name, row]: [string, Endpoint]) => ({ area, name, row, key: `${row.method} ${row.path}` })),
);
const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('every row of the specification is either built or listed as not yet built, never both', () => {
  const ours = new Set(rows.map((row) => row.key));
  expect(built.map(key).filter((row) => !ours.has(row))).toEqual([]);
  expect(notYetBuilt.map(key).filter((row) => ours.has(row))).toEqual([]);
});

test('a row that the specification does not have says why it exists', () => {
  const specified = new Set([...built, ...notYetBuilt].map(key));
  const additions = rows.filter(({ key: own }) => !specified.has(own));
  expect(additions.filter(({ row }) => !row.beyondSpec).map(({ key: own }) => own)).toEqual([]);
  expect(rows.filter(({ key: own, row }) => specified.has(own) && row.beyondSpec).map(({ key: own }) => own)).toEqual(
    [],
  );
});

test('the list of rows not yet built only shrinks', () => {
  expect(notYetBuilt.length).toBeLessThanOrEqual(165);
});

test('the list equals the table of the specification, if that is available', (context) => {
  const samples = process.env['SAMPLES_DIR'] ?? join(import.meta.dirname, '../../../../shared/samples');
  const table = join(samples, '../spec/endpoints.tsv');
  if (!existsSync(table)) {
    context.skip('the specification is not beside the project');
    return;
  }
  const specified = readFileSync(table, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').slice(0, 3).join(' '));
  expect([...built, ...notYetBuilt].map(({ area, method, path }) => `${area} ${method} ${path}`).sort()).toEqual(
    specified.sort(),
  );
});

test('no two rows share method and path', () => {
  expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
});

test('each row declares the parameters of its path, a summary, and known roles', () => {
  for (const { key: own, row } of rows) {
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();
    const declared = row.params instanceof z.ZodObject ? Object.keys(row.params.shape) : [];
    expect(declared.sort(), own).toEqual(names);
    expect(row.summary.length, own).toBeGreaterThan(8);
    if (typeof row.access !== 'string') for (const role of row.access) expect(roles, own).toContain(role);
    if (row.method === 'GET') expect(row.body, own).toBeUndefined();
  }
});

test('everything under /api/admin is for platform administrators', () => {
  for (const { key: own, row } of rows) {
    if (row.path.startsWith('/api/admin/')) expect(row.access, own).toEqual(['SysAdmin']);
  }
});

test('error codes of the rows are in the catalogue, with a status, a text and a way out', () => {
  const named = new Set<string>([...commonErrors, ...rows.flatMap(({ row }) => row.errors)]);
  expect([...named].filter((code) => !Object.hasOwn(errorCatalogue, code))).toEqual([]);
  expect(errorCodes.filter((code) => !named.has(code))).toEqual([]);
  for (const code of errorCodes) {
    const { status, message, hint } = errorCatalogue[code];
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(message, code).toMatch(/\.$/);
    expect(hint.length, code).toBeGreaterThan(8);
  }
});

test('the wire form of the contract has every row and no schema', () => {
  expect(Object.keys(wire)).toEqual(areas.map(([area]) => area));
  expect(JSON.parse(JSON.stringify(wire))).toEqual(wire);
  for (const { area, name, row } of rows) expect(wire[area]?.[name]?.path).toBe(row.path);
});
