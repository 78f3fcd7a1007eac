import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../../../server/config.ts';
import { type RelayMail, relayMail } from '../../../server/exchange/outbound/relay.ts';
import { headersOf } from '../mail/mailServer.ts';

const open: SMTPServer[] = [];
afterEach(async () => {
  hangUp();
  sockets.clear();
  for (const server of open.splice(0)) await new Promise<void>((done) => server.close(done));
});

/** A relay on a port of its own that does what the test says. */
async function relay(options: SMTPServerOptions): Promise<{ readonly config: Config; readonly server: SMTPServer }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    ...options,
  });
  server.on('error', () => undefined);
  open.push(server);
  server.server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  return { config: readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }), server };
}
const refusing = (responseCode: number) => Object.assign(new Error('secret words'), { responseCode });
const sockets = new Set<Socket>();
const hangUp = () => {
  for (const socket of sockets) socket.destroy();
};

const mail: RelayMail = {
  hispMessageId: '<0197@clinic.direct.carepost.example>',
  sender: 'records@clinic.direct.carepost.example',
  recipient: 'ann@elsewhere.example',
  subject: 'Bericht für Sie',
  body: 'Grüße.\n.\n',
  date: new Date('2026-11-21T10:00:00Z'),
  attachments: [{ name: 'bericht ä.xml', mimeType: 'application/xml', bytes: Buffer.from('<a>\r\nä\n</a>\r') }],
};
const never = new AbortController().signal;
const timeouts = { connectMs: 2_000, replyMs: 1_000 };

describe('a mail that is relayed', () => {
  test('arrives whole, with one set of headers', async () => {
    const taken: { from: string; to: string[]; raw: string }[] = [];
    const { config } = await relay({
      onData: (stream, { envelope }, done) => {
        void text(stream).then((raw) => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
          done();
        });
      },
    });
    expect(await relayMail(config, mail, never)).toEqual({ kind: 'delivered', reply: 'The mail relay accepted it.' });
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({ from: mail.sender, to: [mail.recipient] });
    const headers = headersOf(taken[0]?.raw ?? '');
    expect(headers).toContain('Message-ID: <0197@clinic.direct.carepost.example>');
    expect(headers).toContain('Date: Sat, 21 Nov 2026 10:00:00 +0000');
    const encoded = mail.attachments[0]?.bytes.toString('base64') ?? '';
    expect(taken[0]?.raw).toContain(encoded);
  });

  test('cannot carry headers of its sender', async () => {
    let raw = '';
    const { config } = await relay({
      onData: (stream, _session, done) => void text(stream).then((all) => ((raw = all), done())),
    });
    const subject = 'Hello\r\nBcc: thief@evil.example\r\n\r\nBody';
    const attachments = [
      { name: 'a"\r\nX-Evil: 1\r\n.xml', mimeType: 'text/plain\r\nX-Evil: 2', bytes: Buffer.from('x') },
    ];
    expect(await relayMail(config, { ...mail, subject, attachments }, never)).toMatchObject({ kind: 'delivered' });
    expect(headersOf(raw).filter((line) => /^(bcc|x-evil)/i.test(line))).toEqual([]);
    expect(raw).not.toMatch(/^X-Evil/im);
  });

  test('logs in where the address names an account', async () => {
    const users: unknown[] = [];
    const { server } = await relay({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        users.push([username, password]);
        done(null, { user: username });
      },
      onData: (stream, _session, done) => void text(stream).then(() => done()),
    });
    const { port } = server.server.address() as AddressInfo;
    const config = readConfig({ SMTP_URL: `smtp://post:p%40ss@127.0.0.1:${port}` });
    expect(await relayMail(config, mail, never)).toMatchObject({ kind: 'delivered' });
    expect(users).toEqual([['post', 'p@ss']]);
  });
});

describe('what becomes of a mail that is not taken', () => {
  test('without a relay there is no route', async () => {
    expect(await relayMail(readConfig({}), mail, never)).toEqual({ kind: 'noRoute' });
  });

  test.each([
    [
      'the recipient for good',
      550,
      { onRcptTo: (_address: unknown, _session: unknown, done: (e: Error) => void) => done(refusing(550)) },
      'refused',
    ],
    [
      'the recipient for now',
      450,
      { onRcptTo: (_address: unknown, _session: unknown, done: (e: Error) => void) => done(refusing(450)) },
      'unavailable',
    ],
    [
      'the sender for good',
      553,
      { onMailFrom: (_address: unknown, _session: unknown, done: (e: Error) => void) => done(refusing(553)) },
      'refused',
    ],
    [
      'everybody at the moment',
      421,
      { onConnect: (_session: unknown, done: (e: Error) => void) => done(refusing(421)) },
      'unavailable',
    ],
  ] as const)('a relay that refuses %s (%d)', async (_what, code, options, kind) => {
    const { config } = await relay(options);
    expect(await relayMail(config, mail, never, timeouts)).toEqual({
      kind,
      reason: `The mail relay replied ${code}.`,
    });
  });

  test.each([
    [554, 'refused'],
    [451, 'unavailable'],
  ] as const)('a relay that answers the content with %d', async (code, kind) => {
    const { config } = await relay({
      onData: (stream, _session, done) => void text(stream).then(() => done(refusing(code))),
    });
    expect(await relayMail(config, mail, never, timeouts)).toEqual({
      kind,
      reason: `The mail relay replied ${code}.`,
    });
  });

  test('a relay that cannot be reached', async () => {
    const { config, server } = await relay({});
    await new Promise<void>((done) => server.close(done));
    open.length = 0;
    expect(await relayMail(config, mail, never, timeouts)).toMatchObject({ kind: 'unavailable' });
  });

  test('a relay that never greets', async () => {
    const { config } = await relay({ onConnect: () => undefined });
    const soon = { ...timeouts, connectMs: 200 };
    expect(await relayMail(config, mail, never, soon)).toMatchObject({ kind: 'unavailable' });
  });

  test('a connection that ends before the content was asked for', async () => {
    const { config } = await relay({ onRcptTo: () => hangUp() });
    expect(await relayMail(config, mail, never, timeouts)).toMatchObject({ kind: 'unavailable' });
  });

  test('a connection that ends while the content is on its way: none of it counts', { tags: ['hard'] }, async () => {
    const { config } = await relay({ onData: (stream) => void stream.once('data', () => hangUp()) });
    const attachments = [{ name: 'large.bin', mimeType: 'application/octet-stream', bytes: Buffer.alloc(20_000_000) }];
    expect(await relayMail(config, { ...mail, attachments }, never, timeouts)).toMatchObject({ kind: 'unavailable' });
  });

  test('a connection that ends after the content and before the answer', async () => {
    const { config } = await relay({ onData: (stream) => void text(stream).then(() => hangUp()) });
    expect(await relayMail(config, mail, never, timeouts)).toMatchObject({ kind: 'interrupted' });
  });

  test('a relay that never answers the content', { tags: ['hard'] }, async () => {
    const { config } = await relay({ onData: (stream) => void text(stream) });
    // The replies before it have the same time: a busy machine takes longer than an instant for them.
    expect(await relayMail(config, mail, never, { ...timeouts, replyMs: 3_000 })).toMatchObject({
      kind: 'interrupted',
    });
  });

  test('the end of this server, before and after the content', async () => {
    const exitState = new AbortController();
    const silent = await relay({ onMailFrom: () => exitState.abort() });
    expect(await relayMail(silent.config, mail, exitState.signal)).toMatchObject({ kind: 'unavailable' });
    const late = new AbortController();
    const slow = await relay({ onData: (stream) => void text(stream).then(() => late.abort()) });
    expect(await relayMail(slow.config, mail, late.signal)).toMatchObject({ kind: 'interrupted' });
    expect(await relayMail(slow.config, mail, late.signal)).toMatchObject({ kind: 'unavailable' });
  });
});
