import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhookUrlProblem } from '../../../shared/rules/webhook.ts';
import { post } from '../../../server/jobs/post.ts';
import { isPrivateHost } from '../../../server/jobs/privateHost.ts';

/** OU-1 for webhooks: one listener hears every connection to loopback. */
let port = 0;
let hits = 0;
const server = createServer((request, response) => {
  hits += 1;
  response.writeHead(request.url === '/redirect' ? 307 : 204, { location: `http://127.0.0.1:${port}/inside` }).end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  hits = 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const send = (
  url: string,
  { allowPrivate = false, lookup }: { allowPrivate?: boolean; lookup?: LookupFunction } = {},
) =>
  post({
    service: { url, allowPrivate },
    idempotencyKey: 'event',
    body: '{}',
    signal: AbortSignal.timeout(3_000),
    ...(lookup ? { lookup } : {}),
  });

const literal = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0.0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0x0.1',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  '１２７.０.０.１',
  '127。0。0。1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '[::ffff:169.254.169.254]',
  '[::ffff:10.0.0.1]',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '169.254.0.1',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fc00::1]',
  '[ff02::1]',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.0.1',
  '224.0.0.1',
  '255.255.255.255',
];

describe('an address inside', () => {
  test.each(literal)('%s is refused when a webhook is saved, and again when it is called', async (host) => {
    const url = new URL(`http://${host}:${port}/`);
    expect(isPrivateHost(url.hostname)).toBe(true);
    expect(await send(url.href)).toEqual({ kind: 'blocked' });
    expect(hits).toBe(0);
  });

  test.each(['93.184.216.34', 'hooks.clinic.example', '[2606:2800:220:1::1]', '172.32.0.1', '11.0.0.1'])(
    '%s is outside',
    (host) => {
      expect(isPrivateHost(new URL(`https://${host}/`).hostname)).toBe(false);
    },
  );

  test.each([22, 25, 80, 6379, 5432])('port %i of it is refused as well', async (inside) => {
    expect(await send(`http://127.0.0.1:${inside}/`)).toEqual({ kind: 'blocked' });
  });
});

describe('names', () => {
  const answering =
    (...addresses: string[]): LookupFunction =>
    (_name, options, callback) => {
      const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (options.all) callback(null, all);
      else callback(null, all[0]?.address ?? '', all[0]?.family);
    };

  test.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['169.254.169.254'], ['10.1.2.3'], ['fd00:ec2::254']])(
    'that lead to %s are refused',
    async (address) => {
      expect(await send(`http://hooks.clinic.example:${port}/`, { lookup: answering(address) })).toEqual({
        kind: 'blocked',
      });
      expect(hits).toBe(0);
    },
  );

  test('with one public address among private ones are refused', async () => {
    const lookup = answering('203.0.113.7', '127.0.0.1');
    expect(await send(`http://hooks.clinic.example:${port}/`, { lookup })).toEqual({ kind: 'blocked' });
    expect(hits).toBe(0);
  });

  test('that change between two questions are judged at each connection (DNS rebinding)', async () => {
    let questions = 0;
    const lookup: LookupFunction = (name, options, callback) => {
      questions += 1;
      // The first answer would pass a check that is made before the call.
      answering(questions === 1 ? '203.0.113.7' : '127.0.0.1')(name, options, callback);
    };
    const first = await post({
      service: { url: `http://rebind.example:${port}/`, allowPrivate: false },
      idempotencyKey: 'event',
      body: '{}',
      signal: AbortSignal.timeout(300),
      lookup,
    });
    expect(first.kind).not.toBe('responded');
    expect(await send(`http://rebind.example:${port}/`, { lookup })).toEqual({ kind: 'blocked' });
    expect(questions).toBe(2);
    expect(hits).toBe(0);
  });
});

test('a redirect is a response and is not followed', async () => {
  const posted = await send(`http://127.0.0.1:${port}/redirect`, { allowPrivate: true });
  expect(posted).toMatchObject({ kind: 'responded', status: 307 });
  expect(hits).toBe(1);
});

describe('the address of a webhook', () => {
  test.each([
    'ftp://hooks.clinic.example/',
    'file:///etc/passwd',
    'gopher://hooks.clinic.example:70/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'unix:/var/run/docker.sock',
    'ws://hooks.clinic.example/',
    '//hooks.clinic.example/',
    'hooks.clinic.example',
    'http:/127.0.0.1/',
    'https:\\\\hooks.clinic.example',
    'https://hooks.clinic.example/ x',
    'https://',
    'https://user:password@hooks.clinic.example/',
    'https://hooks.clinic.example@127.0.0.1/',
    'https://hooks.clinic.example/#fragment',
  ])('%s is refused whatever is permitted', (url) => {
    expect(webhookUrlProblem(url, true)).not.toBeNull();
  });

  test('is https; the setting for intranets permits http', () => {
    expect(webhookUrlProblem('http://hooks.clinic.example/', false)).toBe('must begin with https://');
    expect(webhookUrlProblem('http://hooks.clinic.example/', true)).toBeNull();
    expect(webhookUrlProblem('https://hooks.clinic.example:8443/a?b=c', false)).toBeNull();
  });
});
