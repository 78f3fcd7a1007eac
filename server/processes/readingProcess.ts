import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { releaseSpent } from '../operations/spentBuffers.ts';

/**
 * Why there is no response: it took too long, or too much memory; something ended the process, or an error did; or it did not start, which
 * is no fault of what was to be read.
 */
export type EndedBy = 'time' | 'memory' | 'signal' | 'error' | 'start';

export class ProcessEnded extends Error {
  readonly by: EndedBy;
  constructor(by: EndedBy) {
    super(`The process that reads has ended (${by}).`);
    this.by = by;
  }
}

export interface ReadingProcess<Request, Response> {
  /** It has neither ended nor grown large. */
  isUsable(): boolean;
  /** One request at a time, about some bytes. Without a response in time the process is ended, with a ProcessEnded. */
  send(request: Request, withinMs: number, bytes?: Uint8Array): Promise<Response>;
  end(): void;
}

/** What a process sends back (handleRequests.ts). */
export interface Reply<Response> {
  readonly response: Response;
  /** The process has grown and takes no more requests. */
  readonly isLarge: boolean;
}

/** What is sent to a process: the bytes in pieces, then the request. */
export type Message<Request> = { readonly piece: Uint8Array } | { readonly request: Request };

/** The channel copies what it sends: at once, the largest contents would be in memory twice (IN-3). */
const pieceBytes = 256 * 1024;

interface Options {
  readonly memoryMb: number;
  readonly args?: readonly string[];
}

/**
 * Starts a process that reads documents and mail of others (its module calls `handleRequests`): what breaks the limits of time or memory takes that
 * process with it and nothing else. A worker thread would not do: where its memory runs out within one step, V8 ends the whole server.
 * The process knows nothing of our settings, and ends with us.
 */
export function startProcess<Request, Response>(
  module: URL,
  { memoryMb, args = [] }: Options,
): ReadingProcess<Request, Response> {
  const child = fork(fileURLToPath(module), [String(memoryMb), ...args], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--no-warnings'],
    env: {},
    serialization: 'advanced',
    // Its output stays out of our log: it may quote what it reads.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  let ended: EndedBy | undefined;
  let waiting: PromiseWithResolvers<unknown> | undefined;

  const end = (by: EndedBy) => {
    ended ??= by;
    child.kill('SIGKILL');
    waiting?.reject(new ProcessEnded(ended));
  };
  child.on('message', (reply) => waiting?.resolve(reply));
  child.on('error', () => end('start'));
  child.once('exit', (_code, signal) => {
    const by = signal === null ? 'error' : signal === 'SIGABRT' ? 'memory' : 'signal';
    // Its last message is received before its end.
    if (child.connected) child.once('disconnect', () => end(by));
    else end(by);
  });

  async function receive(withinMs: number): Promise<unknown> {
    if (ended) throw new ProcessEnded(ended);
    waiting = Promise.withResolvers();
    const timer = setTimeout(end, withinMs, 'time');
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      waiting = undefined;
    }
  }

  const post = (message: Message<Request>) =>
    new Promise<void>((resolve) => {
      child.send(message, (error) => {
        if (error) end('signal');
        resolve();
      });
    });

  async function sendAll(request: Request, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      if (ended) return;
      const piece = bytes.subarray(at, at + pieceBytes);
      await post({ piece });
      releaseSpent(piece.length);
    }
    if (!ended) await post({ request });
  }

  const isReady = receive(startWithinMs).then(
    () => true,
    () => false,
  );
  return {
    isUsable: () => ended === undefined,
    send: async (request, withinMs, bytes = new Uint8Array()) => {
      // The time it takes to start is no fault of what is read.
      if (!(await isReady)) throw new ProcessEnded('start');
      // Time may be up before all is sent: both are awaited from the start.
      const [reply] = await Promise.all([receive(withinMs), sendAll(request, bytes)]);
      const { response, isLarge } = reply as Reply<Response>;
      if (isLarge) end('memory');
      return response;
    },
    end: () => end('signal'),
  };
}

/** A busy machine may take seconds to start a process. */
const startWithinMs = 30_000;
