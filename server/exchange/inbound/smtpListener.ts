import { once } from 'node:events';
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server';
import { exchangeLimits } from '../../../shared/rules/exchange.ts';
import { type ConnectionBounds, shareConnections } from './smtpConnections.ts';
import { type Held, readBounded } from './readBounded.ts';

/** Bounds of the conversation; those of a mail are in exchangeLimits. */
export interface SmtpBounds extends ConnectionBounds {
  readonly idleMs: number;
  /** For the content of one mail. */
  readonly dataMs: number;
  /** For a connection, whatever it does. */
  readonly connectionMs: number;
  /** Bytes of unfinished mails in memory, all connections together. */
  readonly heldBytes: number;
}

/** 25 MB in 5 minutes is 90 kB a second. */
export const smtpBounds: SmtpBounds = {
  connections: 50,
  connectionsPerAddress: 40,
  withoutMailMs: 60_000,
  idleMs: 30_000,
  dataMs: 300_000,
  connectionMs: 900_000,
  heldBytes: 256 * 1024 * 1024,
};

export interface SmtpParts {
  /** The name it greets with. */
  readonly name: string;
  readonly bounds: SmtpBounds;
  /** Throws the reply where mail to this address is not taken. */
  readonly checkRecipient: (session: SMTPServerSession, address: SMTPServerAddress) => Promise<void>;
  /** Gives the text of the 250 when everything is stored, or throws the reply. */
  readonly takeMail: (session: SMTPServerSession, bytes: Buffer) => Promise<string>;
}

/**
 * SMTP as a gateway speaks it on the inside: no accounts, no TLS (both end at the gateway), no name look-ups, and an end to everything a
 * client may draw out.
 */
export function smtpListener({ name, bounds, checkRecipient, takeMail }: SmtpParts): SmtpListener {
  const held: Held = { bytes: 0 };
  /** Sessions whose mail is under way. */
  const busy = new Set<string>();
  let isClosing = false;
  const hangUp = (session: SMTPServerSession) => {
    for (const connection of server.connections) if (connection.id === session.id) connection.close();
  };
  const server: SMTPServer = new SMTPServer({
    name,
    size: exchangeLimits.messageBytes,
    // smtpConnections.ts counts them; those that it has closed are here until their sockets are.
    maxClients: 2 * bounds.connections,
    maxRecipients: exchangeLimits.recipients,
    maxCommandLength: 2048,
    socketTimeout: bounds.idleMs,
    closeTimeout: closeMs,
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSTARTTLS: true,
    hideENHANCEDSTATUSCODES: false,
    disableReverseLookup: true,
    logger: false,
    onMailFrom: (_address, session, done) => {
      connections.touch(session);
      done();
    },
    onRcptTo: (address, session, done) => {
      connections.touch(session);
      checkRecipient(session, address).then(() => done(), done);
    },
    onData: (stream, session, done) => {
      const limits = {
        maxBytes: exchangeLimits.messageBytes,
        maxPendingBytes: bounds.heldBytes,
        dataMs: bounds.dataMs,
      };
      const take = async () => {
        const received = await readBounded(stream, held, limits);
        if (received.kind === 'whole') return done(null, await takeMail(session, received.bytes));
        done(received.reply);
        if (received.hangUp) hangUp(session);
      };
      const endMail = connections.beginMail(session);
      busy.add(session.id);
      void take()
        .catch(done)
        .finally(() => {
          busy.delete(session.id);
          endMail();
          if (isClosing) hangUp(session);
        });
    },
  });
  const connections = shareConnections(server.server, bounds);
  // Of single connections, which come and go as they like.
  server.on('error', () => undefined);
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), bounds.connectionMs);
    socket.once('close', () => clearTimeout(timer));
  });
  return {
    server,
    listen: async ({ host, port }) => {
      server.listen(port, host);
      await once(server.server, 'listening');
    },
    close: () =>
      new Promise((done) => {
        isClosing = true;
        server.close(done);
        for (const connection of server.connections)
          if (!busy.has(connection.id)) connection.send(421, 'This server is ending.');
      }),
  };
}

export interface SmtpListener {
  readonly server: SMTPServer;
  listen(address: { readonly host: string; readonly port: number }): Promise<void>;
  /** Closes idle connections; a mail that is being received has a short time to complete. */
  close(): Promise<void>;
}

/** Within the 5 seconds of the drain. */
const closeMs = 2_500;
