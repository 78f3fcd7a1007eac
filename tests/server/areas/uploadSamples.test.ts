import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../../shared/client/apiError.ts';
import { allOrSome } from '../../support/isHard.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { fileOf } from './termsBuilders.ts';

const samples = process.env['SAMPLES_DIR'] ?? join(import.meta.dirname, '../../../../shared/samples');
const largest = 1024 * 1024;

let server: TestApp;
beforeAll(async () => {
  server = await sharedServer();
});

/** Documents of all kinds, hostile ones among them. */
const documents = () =>
  ['hostile', 'pdf', 'tiff', 'image', 'ccda', 'hl7', 'text']
    .map((kind) => join(samples, kind))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }))
    .filter(({ bytes }) => bytes.length <= largest);

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 201,
    (error: unknown) => (error instanceof ApiError ? error.status : 0),
  );

test('no document of the sample files is taken for a logo or an agreement that it is not, and none breaks the server', {
  tags: ['scaled'],
  timeout: 60_000,
}, async (context) => {
  const all = documents();
  if (all.length === 0) {
    context.skip('the sample files are not beside the project; SAMPLES_DIR names another place');
    return;
  }
  const client = server.client('SysAdmin');
  for (const [at, { name, bytes }] of allOrSome(all, all.length / 6).entries()) {
    const file = fileOf(new Uint8Array(bytes), name, 'image/png');
    const reseller = { name: `Sample ${at}`, type: 0, urlCode: `sample-${at}`, color: '#ffffff' } as const;
    const logo = await statusOf(client.resellers.create({ body: reseller, file }));
    const isPicture = /\.(png|jpe?g|gif|webp)$/i.test(name);
    expect(isPicture ? [201, 400, 413, 415] : [400, 413, 415], `${name} as a logo`).toContain(logo);
    const agreement = await statusOf(client.eulas.create({ body: { version: `sample-${at}` }, file }));
    const isText = /\.(txt|html?|hl7|csv|md|json|xml)$/i.test(name);
    expect(isText ? [201, 400, 415] : [400, 415], `${name} as an agreement`).toContain(agreement);
  }
});
