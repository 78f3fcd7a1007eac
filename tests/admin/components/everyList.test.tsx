import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComponentType } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resources, rowOf } from '../../../admin/resources.ts';
import { api } from '../../../shared/contract/api.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { openResource, press } from './recordScreen.tsx';
import { watchSavedFiles } from './savedFiles.ts';
import { allOrSome } from '../../support/isHard.ts';

afterEach(cleanup);

interface ListResource {
  readonly name: string;
  readonly list: ComponentType;
}

const folder = join(import.meta.dirname, '../../../admin');
const modules: readonly Readonly<Record<string, unknown>>[] = await Promise.all(
  (await readdir(folder))
    .filter((name) => existsSync(join(folder, name, 'index.ts')))
    .map((name) => import(join(folder, name, 'index.ts'))),
);
const isList = (value: unknown): value is ListResource =>
  typeof value === 'object' && value !== null && 'name' in value && 'list' in value;
/** The grids of the inspector export in the task tray and save queries without personal filters; grid.test.tsx covers both. */
const grids = ['messages'];
/** Every resource with a list, also one that is added later. */
const lists = modules
  .flatMap((module) => Object.values(module))
  .filter(isList)
  .filter(({ name }) => !grids.includes(name));

const texts: Readonly<Record<string, string>> = {
  datetime: '2026-02-06T11:30:00.000Z',
  date: '2026-02-06',
  uuid: '018f0000-0000-7000-8000-000000000001',
  url: 'https://clinic.example',
  email: 'ann@clinic.example',
};

/** A value that the schema accepts. */
const sampleOf = (schema: z.core.SomeType | undefined): unknown => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return sampleOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return sampleOf(schema.in);
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, inner]) => [name, sampleOf(inner)]));
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0]);
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodBoolean) return true;
  const format = schema instanceof z.ZodStringFormat ? schema.format : '';
  return texts[format ?? ''] ?? 'text';
};

const sampleResponse = ({ response }: Endpoint) => (response.kind === 'json' ? sampleOf(response.schema) : {});

/** More records than one request of an export has. */
const total = 101;

type Query = Readonly<Record<string, unknown>>;
const first = (query: Query, names: readonly string[]) =>
  Number(names.map((name) => query[name]).find((value) => value !== undefined) ?? 0);

/** The response of the list with so many records, in pages where the API has pages. */
const pagesOf = (resource: string, row: Endpoint) => {
  const { page: [items, count] = ['items', 'totalCount'], idField = 'id', whole } = resources[resource] ?? {};
  const response = sampleResponse(row) as Record<string, unknown>;
  const record = (response[items ?? ''] as Record<string, unknown>[])[0] ?? {};
  const isNumber = typeof record[idField] === 'number';
  const records = Array.from({ length: total }, (_, index) => ({
    ...record,
    [idField]: isNumber ? index + 1 : `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  }));
  return ({ query = {} }: { query?: Query }) => {
    if (whole) return { ...response, [items ?? '']: records };
    const size = first(query, ['pageSize', 'size']) || 10;
    const number = first(query, ['pageNumber', 'pageStart', 'page']) || 1;
    return { ...response, [items ?? '']: records.slice((number - 1) * size, number * size), [count ?? '']: total };
  };
};

const endpoints = Object.entries(api).flatMap(([area, rows]) =>
  Object.entries(rows as Readonly<Record<string, Endpoint>>).map(([name, row]) => [`${area}.${name}`, row] as const),
);
/** Whatever a list reads beside its records. */
const others = Object.fromEntries(
  endpoints.filter(([, { method }]) => method === 'GET').map(([name, row]) => [name, sampleResponse(row)]),
);

const open = ({ name, list }: ListResource) => {
  const config = resources[name];
  if (config === undefined) throw new Error(`admin/resources.ts has no ${name}.`);
  const rowName = rowOf(config, 'list') ?? '';
  const row = Reflect.get(api[config.area], rowName) as Endpoint;
  const filter = encodeURIComponent(JSON.stringify({ q: 'text' }));
  return openResource(
    { name, list, path: `/admin/list-of-${name}` },
    { ...others, [`${config.area}.${rowName}`]: pagesOf(name, row) },
    `?filter=${filter}`,
  );
};

describe('every list of the application', () => {
  it('is found: a resource with a list declares it in the index.ts of its folder', () => {
    expect(lists.length).toBeGreaterThan(14);
  });

  it.each(
    allOrSome(
      lists.map((resource) => [resource.name, resource] as const),
      5,
    ),
  )('%s is exported as a whole, saves queries, and has its command', { tags: ['scaled'] }, async (_name, resource) => {
    const saved = watchSavedFiles();
    open(resource);
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(false));
    await press('Export');
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.file.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(total + 1);
    // Each heading is a text of the application, not the name of a field.
    expect(lines[0]).not.toMatch(/resources\.|[a-z][A-Z]/);

    await press('Add filter');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Save current query...' }));
    expect(await screen.findByLabelText(/Query name/)).toBeTruthy();
    await press('Cancel');

    fireEvent.click(screen.getByRole('button', { name: 'Copy as command', hidden: true }));
    expect(await screen.findByText(/^carepost [a-z-]+ /)).toBeTruthy();
  });
});
