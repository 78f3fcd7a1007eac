import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildPlatform, registerPlatform } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { ApiProblem } from '../../../server/http/problem.ts';
import { testUploadFolder } from '../../support/startApp.ts';

let app: FastifyInstance;
/** Of each response: whether the body of its request was read. */
let bodiesRead: boolean[];
beforeEach(async () => {
  const config = readConfig({ LOG_LEVEL: 'silent', MAX_LOOP_DELAY_MS: '60000', UPLOAD_FOLDER: testUploadFolder });
  app = buildPlatform(config);
  await registerPlatform(app, config);
  bodiesRead = [];
  app.addHook('onResponse', (request, _reply, done) => {
    bodiesRead.push(request.raw.complete);
    done();
  });
  app.get('/served', () => ({ served: true }));
  const refuse = () => Promise.reject(new ApiProblem('E-TOKEN-MISSING'));
  app.put('/refused', { onRequest: refuse }, () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const get = 'GET /served HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

interface Caller {
  readonly socket: Socket;
  readonly text: () => string;
  /** How the connection ended: `end`, or the code of the error. */
  readonly ended: Promise<string>;
}

async function call(): Promise<Caller> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<string>((resolve) => {
    socket.once('end', () => resolve('end'));
    socket.once('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message));
  });
  await once(socket, 'connect');
  return { socket, text: () => text, ended };
}

const responsesIn = (text: string) => text.match(/HTTP\/1\.1 \d+/g) ?? [];

/** A connection that has had a response and stays open. */
async function idleCaller(): Promise<Caller> {
  const caller = await call();
  caller.socket.write(get);
  await vi.waitFor(
    () => expect([caller.text(), app.connections.hasUnused()]).toEqual([expect.stringContaining('}'), true]),
    10_000,
  );
  return caller;
}

describe('closing of unused connections', () => {
  test('a request that has arrived and is not read yet is served', async () => {
    const { socket, text } = await idleCaller();
    socket.write(get);
    await app.connections.closeUnused(0);
    await vi.waitFor(() => expect(responsesIn(text())).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']), 10_000);
    socket.destroy();
  });

  test('the first request of a connection that has arrived and is not read yet is served', async () => {
    const { socket, text } = await call();
    await vi.waitFor(() => expect(app.connections.hasUnused()).toBe(true), 10_000);
    socket.write(get);
    await app.connections.closeUnused(0);
    await vi.waitFor(() => expect(responsesIn(text())).toEqual(['HTTP/1.1 200']), 10_000);
    socket.destroy();
  });

  test('a request of which one part has arrived is served', async () => {
    const { socket, text } = await idleCaller();
    socket.write(get.slice(0, 20));
    await app.connections.closeUnused(0);
    socket.write(get.slice(20));
    await vi.waitFor(() => expect(responsesIn(text())).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']), 10_000);
    socket.destroy();
  });

  test('one without a request ends, without a reset', async () => {
    const { ended } = await idleCaller();
    await app.connections.closeUnused(0);
    expect(await ended).toBe('end');
    expect(app.connections.hasUnused()).toBe(false);
  });
});

describe('a refusal before the body has arrived', () => {
  test.each(['Connection: close', 'Connection: keep-alive'])('reaches a caller that sends %s', async (connection) => {
    const { socket, text, ended } = await call();
    const arrived = once(app.server, 'request');
    socket.write(
      `PUT /refused HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n${connection}\r\n\r\n`,
    );
    await arrived;
    socket.write('{}');
    await vi.waitFor(() => expect(responsesIn(text())).toEqual(['HTTP/1.1 401']), 10_000);
    if (connection === 'Connection: close') {
      expect(await ended).toBe('end');
      expect(bodiesRead).toEqual([true]);
    }
    socket.destroy();
  });
});
