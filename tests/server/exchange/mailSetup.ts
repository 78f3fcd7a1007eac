import { connect } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { freePort, type StartOptions, startServer, type TestServer } from '../../support/startApp.ts';

export interface MailStage extends TestServer {
  readonly smtpPort: number;
  /** Sends by a mail client that knows nothing of us; gives the answer to the content. */
  mail(options: SendMailOptions): Promise<string>;
  /** Direct addresses that can receive, each of another organization. */
  addresses(): Promise<Address[]>;
}

export interface Address {
  readonly address: string;
  readonly organizationId: string;
}

/** A running server that takes mail on a free port. */
export async function startMailStage({ env = {} }: StartOptions = {}): Promise<MailStage> {
  const smtpPort = await freePort();
  const server = await startServer({ env: { SMTP_INBOUND: 'true', SMTP_INBOUND_PORT: String(smtpPort), ...env } });
  return {
    ...server,
    smtpPort,
    mail: async (options) => {
      const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
      try {
        return (await transport.sendMail(options)).response;
      } finally {
        transport.close();
      }
    },
    addresses: async () => {
      const { rows } = await server.database.pool.query<Address>(
        `select distinct on (d.organization_id) d.address, d.organization_id as "organizationId"
         from document_sources d join organizations o on o.id = d.organization_id
         where d.type = 'DirectMessaging' and d.is_enabled and d.status = 1 and o.is_activated and o.is_enabled
           and o.direct_is_enabled and (o.cancel_at is null or o.cancel_at > now())
         order by d.organization_id, d.address`,
      );
      return rows;
    },
  };
}

/** An answer or greeting of the server: its lines, the last one with a blank after the number. */
const isWhole = (text: string): boolean => /(?:^|\n)\d{3} [^\n]*\n$/.test(text);

export interface RawClient {
  /** Sends it as it is and waits for the answer; an empty text where the server hangs up instead. */
  say(text: string | Buffer): Promise<string>;
  /** Sends without waiting. */
  write(text: string | Buffer): void;
  readonly ended: Promise<void>;
  close(): void;
}

/** SMTP by hand, for what no mail client would do. The greeting has been read. */
export async function rawClient(port: number, localAddress = '127.0.0.1'): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let unread = '';
  let received = () => {};
  const state = { isOver: false };
  socket.setEncoding('utf8').on('data', (text: string) => {
    unread += text;
    received();
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((done) => {
    socket.once('close', () => {
      state.isOver = true;
      received();
      done();
    });
  });
  const response = async () => {
    while (!isWhole(unread) && !state.isOver) await new Promise<void>((done) => (received = done));
    const text = unread;
    unread = '';
    return text;
  };
  await response();
  return {
    say: (text) => {
      socket.write(text);
      return response();
    },
    write: (text) => void socket.write(text),
    ended,
    close: () => void socket.destroy(),
  };
}

/** A whole mail by hand; gives the answer to its content. */
export async function sendRaw(port: number, recipient: string, content: string | Buffer): Promise<string> {
  const client = await rawClient(port);
  for (const line of ['EHLO test.example', 'MAIL FROM:<out@side.example>', `RCPT TO:<${recipient}>`, 'DATA']) {
    const response = await client.say(`${line}\r\n`);
    if (!/^[23]/.test(response)) return response;
  }
  client.write(content);
  const response = await client.say('\r\n.\r\n');
  client.close();
  return response;
}
