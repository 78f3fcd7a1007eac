import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface MailServer {
  readonly url: string;
  readonly taken: TakenMail[];
  /** Every mail that was offered, taken or not. */
  readonly offers: () => number;
  close(): Promise<void>;
}

/** A real mail server on a port of its own; `refuse` gives the code a mail is refused with, by its number. */
export async function mailServer(refuse: (offer: number) => number | undefined = () => undefined): Promise<MailServer> {
  const taken: TakenMail[] = [];
  let offers = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      offers += 1;
      const code = refuse(offers);
      void text(stream).then((raw) => {
        if (code !== undefined) return done(Object.assign(new Error('Refused: secret reason'), { responseCode: code }));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    offers: () => offers,
    close: () => new Promise((done) => server.close(done)),
  };
}

/** The headers of a mail as they came, folded lines joined. */
export const headersOf = (raw: string): string[] =>
  (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');
