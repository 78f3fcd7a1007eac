import { createHash } from 'node:crypto';
import { validate } from '@readme/openapi-parser';
import { beforeAll, expect, test } from 'vitest';
import { api } from '../../../shared/contract/api.ts';
import { type Area, type Endpoint, roles } from '../../../shared/contract/endpoint.ts';
import { commonErrors, errorCatalogue } from '../../../shared/contract/errors.ts';
import { sharedServer, startApp, type TestApp } from '../../support/startApp.ts';

let running: TestApp;
beforeAll(async () => {
  running = await sharedServer();
});

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: unknown[];
  readonly parameters?: { name: string; in: string; required: boolean }[];
  readonly requestBody?: { required: boolean; content: Record<string, unknown> };
  readonly responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
  readonly 'x-roles'?: string[];
}
const rows = Object.values(api).flatMap((area: Area): Endpoint[] => Object.values(area));
const load = async () =>
  (await running.app.inject('/api/openapi.json')).json<{
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown> };
  }>();

test('the document is valid OpenAPI and every reference leads to a schema', async () => {
  const document = await load();
  const result = await validate(structuredClone(document) as unknown as Parameters<typeof validate>[0]);
  expect(result.valid ? [] : result.errors).toEqual([]);
  const names = Object.keys(document.components.schemas);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference);
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter((reference) => !names.some((name) => reference === `#/components/schemas/${name}`))).toEqual(
    [],
  );
});

test('every call of the contract is there with its statuses, parameters and roles, and nothing else', async () => {
  const { openapi, paths } = await load();
  expect(openapi).toBe('3.1.0');
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).sort());
  for (const row of rows) {
    const operation = paths[row.path]?.[row.method.toLowerCase()];
    if (!operation) throw new Error(`${row.path} is missing`);
    for (const code of [...commonErrors, ...row.errors]) {
      expect(operation.responses[errorCatalogue[code].status]?.content?.['application/json']?.schema.$ref).toBe(
        '#/components/schemas/Error',
      );
    }
    const inPath = (operation.parameters ?? [])
      .filter(({ in: location }) => location === 'path')
      .map(({ name }) => name);
    expect(inPath).toEqual([...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(operation.requestBody !== undefined).toBe((row.body ?? row.upload) !== undefined);
    expect(operation['x-roles'] ?? []).toEqual(typeof row.access === 'string' ? [] : row.access);
    for (const role of operation['x-roles'] ?? []) expect(roles).toContain(role);
    expect(operation.security.length > 0).toBe(row.access !== 'public');
  }
  const ids = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('forms with a file, texts and files are told by their media types', async () => {
  const { paths } = await load();
  for (const row of rows) {
    const operation = paths[row.path]?.[row.method.toLowerCase()];
    const taken = Object.keys(operation?.requestBody?.content ?? {});
    if (row.upload) {
      const { part, file } = row.upload;
      expect(taken).toEqual(
        file === 'optional' ? ['multipart/form-data', 'application/json'] : ['multipart/form-data'],
      );
      const fields = row.body ? [part] : [];
      expect(operation?.requestBody?.content['multipart/form-data']).toMatchObject({
        schema: {
          required: file === 'optional' ? fields : [...fields, 'file'],
          properties: { ...(row.body ? { [part]: {} } : {}), file: {} },
        },
      });
    } else if (row.body) expect(taken).toEqual(['application/json']);
    const input = Object.keys(operation?.responses['200']?.content ?? {});
    if (row.response.kind === 'text' || row.response.kind === 'number') expect(input).toEqual(['text/plain']);
    if (row.response.kind === 'binary') expect(input).toEqual(row.response.mediaTypes);
  }
  expect(rows.some(({ upload }) => upload)).toBe(true);
});

test('the page draws the document with scripts of its package, and its policy allows nothing else', async () => {
  const page = await running.app.inject({ url: '/docs/', headers: { accept: 'text/html' } });
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('/api/openapi.json');
  const [, source = ''] = /<script src="([^"]+)"/.exec(page.body) ?? [];
  const script = await running.app.inject(`/docs/${source}`);
  expect(script.headers['content-type']).toMatch(/javascript/);
  expect(script.body.length).toBeGreaterThan(1_000_000);
  const policy = String(page.headers['content-security-policy']);
  const [, inline = ''] = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(page.body) ?? [];
  expect(policy).toContain(`'sha256-${createHash('sha256').update(inline).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https:/);
  expect((await running.app.inject('/docs')).headers['location']).toBe('/docs/');
});

test('both are off in production unless asked for, and so are the metrics', async () => {
  const closed = await startApp({ env: { DOCS: 'false', METRICS: 'false' } });
  for (const url of ['/docs/', '/api/openapi.json', '/metrics'])
    expect((await closed.app.inject(url)).statusCode, url).toBe(404);
  await closed.close();
  expect((await running.app.inject('/metrics')).body).toContain('http_request_duration_seconds_bucket');
});
