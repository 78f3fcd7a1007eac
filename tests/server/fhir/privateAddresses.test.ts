import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { httpTransport } from '../../../server/fhir/httpTransport.ts';

/** OU-1: whatever the address looks like, nothing inside is connected to. One listener hears every attempt on loopback. */
let server: Server;
let port = 0;
let connections = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = address !== null && typeof address === 'object' ? address.port : 0;
});
beforeEach(() => {
  connections = 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ask = (address: string, allowPrivate = false) => {
  const base = new URL(address);
  return httpTransport(base, { allowPrivate }).get(base, AbortSignal.timeout(500));
};

const hosts = [
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  '１２７.０.０.１',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fc00::1]',
  '[ff02::1]',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];

type Match = readonly { readonly address: string; readonly family: number }[];

/** Answers the next look-ups of names with these addresses, one list after the other. */
async function withNames<T>(responses: Match[], work: () => Promise<T>): Promise<T> {
  const lookup = vi.spyOn(dns, 'lookup') as unknown as {
    mockImplementation(response: unknown): void;
    mockRestore(): void;
  };
  lookup.mockImplementation(
    (_name: string, _options: unknown, callback: (error: null, addresses: Match | undefined) => void) =>
      callback(null, responses.shift()),
  );
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    lookup.mockRestore();
    syncBuiltinESMExports();
  }
}

const loopback = { address: '127.0.0.1', family: 4 };
const elsewhere = { address: '2001:db8::1', family: 6 };
const somewhere = { address: '8.8.8.8', family: 4 };

test('a name that leads inside is not asked, alone or among others', async () => {
  const url = `http://directory.example:${port}/fhir`;
  for (const response of [[loopback], [somewhere, loopback], [elsewhere]]) {
    await expect(withNames([response], () => ask(url))).rejects.toThrow(/private network/);
  }
  expect(connections).toBe(0);
});

test('a name that changes between two questions is judged at each of them (DNS rebinding)', async () => {
  const url = `http://directory.example:${port}/fhir`;
  await withNames([[], [loopback]], async () => {
    await expect(ask(url)).rejects.toThrow(/cannot be reached/);
    await expect(ask(url)).rejects.toThrow(/private network/);
  });
  expect(connections).toBe(0);
});

/** These lead nowhere on most machines, and inside on none. */
const oddHosts = ['localhost.', '[::127.0.0.1]', '[::a9fe:a9fe]', 'localhost.localdomain'];

test.each(oddHosts)('%s reaches nobody', async (host) => {
  await expect(ask(`http://${host}:${port}/fhir`)).rejects.toThrow(/directory/);
  expect(connections).toBe(0);
});

describe.each(['http', 'https'])('%s', (scheme) => {
  test.each(hosts)('%s is not asked', async (host) => {
    await expect(ask(`${scheme}://${host}:${port}/fhir`)).rejects.toThrow(
      'The address of the directory lies in a private network, which is not allowed.',
    );
    expect(connections).toBe(0);
  });
});

test('the operator can allow private addresses, and then the listener hears it', async () => {
  await expect(ask(`http://127.0.0.1:${port}/fhir`, true)).rejects.toThrow(/cannot be reached/);
  expect(connections).toBe(1);
});
