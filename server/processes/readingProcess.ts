import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { releaseSpent } from '../operations/spentBuffers.ts';

/**
 * Why there is no answer: it took too long, or too much memory; something ended the process, or an error did; or it did not start, which
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

export interface ReadingProcess<Question, Answer> {
  /** It has not ended, and what it has read before has not made it large. */
  isUsable(): boolean;
  /** One question at a time, about some bytes. Where no answer comes the process is ended, with a ProcessEnded. */
  ask(question: Question, withinMs: number, bytes?: Uint8Array): Promise<Answer>;
  end(): void;
}

/** What a process says to a question (answerEach.ts). */
export interface Said<Answer> {
  readonly answer: Answer;
  /** It has grown and should not be asked again. */
  readonly isLarge: boolean;
}

/** What is sent to a process: the bytes in pieces, then what to do with them. */
export type Sent<Question> = { readonly piece: Uint8Array } | { readonly question: Question };

/** The channel copies what it sends: at once, the largest contents would be in memory twice (IN-3). */
const pieceBytes = 1024 * 1024;

interface Options {
  readonly memoryMb: number;
  readonly args?: readonly string[];
}

/**
 * Starts a process that reads what strangers made (its module calls `answerEach`): what breaks the limits of time or memory takes that
 * process with it and nothing else. A worker thread would not do: where its memory runs out within one step, V8 ends the whole server.
 * The process knows nothing of our settings, and ends with us.
 */
export function startProcess<Question, Answer>(
  module: URL,
  { memoryMb, args = [] }: Options,
): ReadingProcess<Question, Answer> {
  const child = fork(fileURLToPath(module), [String(memoryMb), ...args], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--no-warnings'],
    env: {},
    serialization: 'advanced',
    // None of its words in our log: they may quote what it reads.
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
  child.on('message', (said) => waiting?.resolve(said));
  child.on('error', () => end('start'));
  child.once('exit', (_code, signal) => {
    const by = signal === null ? 'error' : signal === 'SIGABRT' ? 'memory' : 'signal';
    // What it said last is heard before its end.
    if (child.connected) child.once('disconnect', () => end(by));
    else end(by);
  });

  async function hear(withinMs: number): Promise<unknown> {
    if (ended) throw new ProcessEnded(ended);
    waiting = Promise.withResolvers();
    const late = setTimeout(end, withinMs, 'time');
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(late);
      waiting = undefined;
    }
  }

  const send = (message: Sent<Question>) =>
    new Promise<void>((resolve) => {
      child.send(message, (error) => {
        if (error) end('signal');
        resolve();
      });
    });

  async function sendAll(question: Question, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      if (ended) return;
      const piece = bytes.subarray(at, at + pieceBytes);
      await send({ piece });
      releaseSpent(piece.length);
    }
    if (!ended) await send({ question });
  }

  const isReady = hear(startWithinMs).then(
    () => true,
    () => false,
  );
  return {
    isUsable: () => ended === undefined,
    ask: async (question, withinMs, bytes = new Uint8Array()) => {
      // The time it takes to start is no fault of what is read.
      if (!(await isReady)) throw new ProcessEnded('start');
      const hearing = hear(withinMs);
      await sendAll(question, bytes);
      const { answer, isLarge } = (await hearing) as Said<Answer>;
      if (isLarge) end('memory');
      return answer;
    },
    end: () => end('signal'),
  };
}

/** A busy machine may take seconds to start a process. */
const startWithinMs = 30_000;
