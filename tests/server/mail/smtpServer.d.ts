/** The part of smtp-server that the tests use; the package has no types of its own. */
declare module 'smtp-server' {
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  interface Session {
    readonly envelope: {
      readonly mailFrom: { readonly address: string } | false;
      readonly rcptTo: readonly { readonly address: string }[];
    };
  }
  type Done = (error?: Error | null) => void;

  interface Options {
    readonly authOptional?: boolean;
    readonly disabledCommands?: readonly string[];
    readonly onRcptTo?: (address: { readonly address: string }, session: Session, done: Done) => void;
    readonly onData?: (stream: Readable, session: Session, done: Done) => void;
  }

  export class SMTPServer {
    constructor(options: Options);
    readonly server: Server;
    listen(port: number, host: string, listening: () => void): Server;
    close(closed: () => void): void;
    on(event: 'error', listener: (error: Error) => void): this;
  }
}
