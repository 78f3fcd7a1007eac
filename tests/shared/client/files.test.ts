import axios from 'axios';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { sharedServer, type TestServer } from '../../support/startApp.ts';
import { pictures } from '../../server/areas/termsBuilders.ts';
import { dropped, json, withAnswers } from './faultyServer.ts';

const png = new Uint8Array(pictures['image/png']);
const logo = { name: 'größe "1".png', mediaType: 'image/png', bytes: png };
let made = 0;
const newReseller = () => {
  made += 1;
  return { name: `Files Reseller ${made}`, type: 0, urlCode: `files-${made}`, color: '#ffffff' } as const;
};

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

/** The two ways requests are sent: by fetch in the browser, by node:http on the command line. */
describe.each([
  ['fetch', 'fetch'],
  ['node:http', 'http'],
] as const)('over %s', (_name, adapter) => {
  let client: Client;
  beforeAll(() => {
    const token = { accessToken: server.as('SysAdmin'), expiresAt: Date.now() + 600_000 };
    client = createClient({
      http: axios.create({ baseURL: server.url, adapter, proxy: false }),
      wire,
      token: { current: () => token, renew: () => Promise.resolve(token) },
      retry: { attempts: 1 },
    });
  });

  test('a file goes up and comes down byte for byte', async () => {
    // A view into a larger buffer: only the file itself may go out.
    const bytes = new Uint8Array([1, 2, ...png, 3, 4]).subarray(2, 2 + png.length);
    const { id, fileName } = await client.resellers.create({ body: newReseller(), file: { ...logo, bytes } });
    expect(fileName).toBe(logo.name);
    const file = await client.resellers.file({ params: { id } });
    expect([file.mediaType, file.bytes]).toEqual(['image/png', png]);
    expect(file.name).toMatch(/\.png$/);
  });

  test('the same call without a file is JSON', async () => {
    const { id, fileName } = await client.resellers.create({ body: newReseller() });
    expect(fileName).toBeNull();
    await expect(client.resellers.file({ params: { id } })).rejects.toMatchObject({
      status: 404,
      code: 'E-NOT-FOUND',
      message: 'There is no such record.',
    });
  });

  test('a text comes as it is, also one that looks like JSON', async () => {
    made += 1;
    const file = { name: 'terms.txt', mediaType: 'text/plain', bytes: new TextEncoder().encode('{"größe": 1}') };
    const { id } = await client.eulas.create({ body: { version: `v${made}`, type: 'Files' }, file });
    expect(await client.eulas.view({ params: { id } })).toBe('<p>{&quot;größe&quot;: 1}</p>');
    await expect(client.eulas.view({ params: { id: crypto.randomUUID() } })).rejects.toMatchObject({
      status: 404,
      code: 'E-NOT-FOUND',
    });
  });
});

test('a repeated call sends the same bytes, and a creating one is not repeated', async () => {
  const faulty = await withAnswers([json(503, {}), dropped, json(200, {})]);
  try {
    await faulty.client.resellers.update({
      params: { id: crypto.randomUUID() },
      body: { color: '#ffffff' },
      file: logo,
    });
    expect(faulty.seen).toHaveLength(3);
    expect(new Set(faulty.seen.map(({ body }) => body)).size).toBe(1);
    expect(new Set(faulty.seen.map(({ headers }) => headers['content-type'])).size).toBe(1);
  } finally {
    await faulty.close();
  }
  const cut = await withAnswers([dropped]);
  try {
    const call = cut.client.resellers.create({ body: newReseller(), file: logo });
    await expect(call).rejects.toMatchObject({ code: 'E-UNKNOWN-OUTCOME' });
    expect(cut.seen).toHaveLength(1);
  } finally {
    await cut.close();
  }
});
