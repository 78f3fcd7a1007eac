import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/startApp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { HEADERS_TIMEOUT_MS: '700', REQUEST_TIMEOUT_MS: '1500' } });
});
afterAll(() => server.close());

interface Exchange {
  readonly text: string;
  readonly ms: number;
}

/** Sends bytes as they are and reads until the server closes. `drip` goes out a byte at a time. */
function exchange(bytes: string, drip = ''): Promise<Exchange> {
  return new Promise((resolve) => {
    const began = Date.now();
    const socket = connect(server.config.port, '127.0.0.1');
    let text = '';
    let at = 0;
    const dripping = setInterval(() => {
      if (at < drip.length && socket.writable) socket.write(drip[at++] ?? '');
    }, 100);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      resolve({ text, ms: Date.now() - began });
    });
    socket.write(bytes, 'latin1');
  });
}

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

describe('framing that could mean two things is refused and the connection closed', () => {
  const cases: [what: string, bytes: string, status: number, code: string][] = [
    [
      'length and chunks together',
      `${head('POST /api/account/change HTTP/1.1', 'Host: x', 'Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
      'E-REQUEST-INVALID',
    ],
    [
      'two lengths',
      `${head('POST /api/account/change HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Content-Length: 3')}{}`,
      400,
      'E-REQUEST-INVALID',
    ],
    ['a folded header', head('GET /health/live HTTP/1.1', 'Host: x', 'X-A: 1', ' 2'), 400, 'E-REQUEST-INVALID'],
    ['no protocol', 'hello\r\n\r\n', 400, 'E-REQUEST-INVALID'],
    [
      'a made-up method on a known address',
      head('BREW /api/organizations HTTP/1.1', 'Host: x'),
      405,
      'E-METHOD-NOT-ALLOWED',
    ],
    ['a tunnel', head('CONNECT example.org:443 HTTP/1.1', 'Host: example.org:443'), 405, 'E-METHOD-NOT-ALLOWED'],
    [
      '100 kB of headers',
      head('GET /health/live HTTP/1.1', 'Host: x', `X-Much: ${'a'.repeat(100_000)}`),
      431,
      'E-HEADERS-TOO-LARGE',
    ],
  ];
  test.each(cases)('%s', async (_what, bytes, status, code) => {
    const { text } = await exchange(bytes);
    expect(text.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).toContain(`"code":"${code}"`);
    expect(text.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(text.toLowerCase()).toContain('connection: close');
  });

  test.each(['127.0.0.1', 'evil.example'])('two Host headers, the second %s', async (second) => {
    const { text } = await exchange(head('GET /health/live HTTP/1.1', 'Host: 127.0.0.1', 'X-A: 1', `hOsT: ${second}`));
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"modelState":{"Host":');
    expect(text.toLowerCase()).toContain('connection: close');
  });

  test('two Host headers of a web socket', async () => {
    const { text } = await exchange(
      head(
        'GET /hubs/?EIO=4&transport=websocket HTTP/1.1',
        'Host: 127.0.0.1',
        'Host: evil.example',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ),
    );
    expect(text).not.toMatch(/^HTTP\/1\.1 101 /);
  });

  const others: [what: string, lines: string[], parts: string[]][] = [
    ['no Host', ['GET /health/live HTTP/1.1'], ['"code":"E-REQUEST-INVALID"', '"modelState":{"Host":["is required']],
    ['an empty Host', ['GET /health/live HTTP/1.1', 'Host: '], ['"modelState":{"Host":["is required']],
    ...['a, b', '127.0.0.1,127.0.0.1', 'a b', 'user@a', 'a/b', '[::1', 'a:b'].map((host): (typeof others)[number] => [
      `the Host ${host}`,
      ['GET /health/live HTTP/1.1', `Host: ${host}`],
      ['"code":"E-REQUEST-INVALID"', '"modelState":{"Host":["must be the name of one server'],
    ]),
    [
      'an unknown expectation',
      ['GET /health/live HTTP/1.1', 'Host: 127.0.0.1', 'Expect: nonsense'],
      ['"code":"E-REQUEST-INVALID"', '"modelState":{"Expect":["must be 100-continue'],
    ],
    [
      'an address with another host than the Host header',
      ['GET http://other.example/ HTTP/1.1', 'Host: 127.0.0.1'],
      ['"code":"E-URL-MALFORMED"', 'must be a path'],
    ],
    [
      'an address with the host of the Host header',
      ['GET http://127.0.0.1/health/live HTTP/1.1', 'Host: 127.0.0.1'],
      ['"code":"E-URL-MALFORMED"', 'must be a path'],
    ],
    [
      'two Content-Type headers',
      ['GET /health/live HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json', 'Content-Type: text/plain'],
      ['"code":"E-REQUEST-INVALID"', '"modelState":{"Content-Type":["must be sent once'],
    ],
    [
      'two Authorization headers',
      ['GET /health/live HTTP/1.1', 'Host: 127.0.0.1', 'Authorization: Bearer a', 'authorization: Bearer b'],
      ['"modelState":{"Authorization":["must be sent once'],
    ],
  ];
  test.each(others)('%s', async (_what, lines, parts) => {
    const { text } = await exchange(head(...lines));
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    for (const part of [...parts, '"correlationId":']) expect(text).toContain(part);
    expect(text.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(text.toLowerCase()).toContain('connection: close');
  });

  test.each([[], ['Host: '], ['Host: 127.0.0.1:3000']])('a request of HTTP/1.0 needs no Host', async (...lines) => {
    const { text } = await exchange(head('GET /health/live HTTP/1.0', ...lines));
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a caller that waits for 100 Continue gets it', async () => {
    const lines = ['POST /api/account/change HTTP/1.1', 'Host: a', 'Expect: 100-continue', 'Connection: close'];
    const { text } = await exchange(head(...lines, 'Content-Type: application/json', 'Content-Length: 2'), '{}');
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /);
  });

  test.each(['a', 'clinic-1.example.org:443', '127.0.0.1', '[::1]:3000'])('the Host %s is one', async (host) => {
    const { text } = await exchange(head('GET /health/live HTTP/1.1', `Host: ${host}`, 'Connection: close'));
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('whoever sends too slowly is cut', () => {
  test('in the headers', { tags: ['hard'] }, async () => {
    const { text, ms } = await exchange(
      'GET /health/live HTTP/1.1\r\nHost: x\r\n',
      'X-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    );
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('E-REQUEST-TIMEOUT');
    expect(ms).toBeLessThan(15_000);
  });

  test('in the body, while others are served', async () => {
    const request = head(
      'POST /api/account/change HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${server.as('User')}`,
      'Content-Type: application/json',
      'Content-Length: 500',
    );
    const slow = Promise.all(Array.from({ length: 50 }, () => exchange(request, ' '.repeat(100))));
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    for (const { text, ms } of await slow) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(ms).toBeLessThan(15_000);
    }
  });
});
