import { ProcessEnded, type ReadingProcess, startProcess } from '../../processes/readingProcess.ts';
import type { MailResult } from './parsedMail.ts';

interface Bounds {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Of the Message-IDs that are made here. */
  readonly domain: string;
}

export interface MailReader {
  read(bytes: Buffer): Promise<MailResult>;
  close(): void;
}

/** Reads mail in a process of its own, one after the other. It is started beforehand, and again after a mail that broke its limits. */
export function openMailReader({ timeoutMs, memoryMb, domain }: Bounds): MailReader {
  const start = (): ReadingProcess<'read', MailResult> =>
    startProcess(new URL('./mailProcess.ts', import.meta.url), { memoryMb, args: [domain] });
  let reader = start();
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  const readNow = async (bytes: Buffer): Promise<MailResult> => {
    if (isClosed) throw new Error('The server is stopping.');
    if (!reader.isUsable()) reader = start();
    try {
      return await reader.send('read', timeoutMs, bytes);
    } catch (error) {
      // Whatever else ended it is no fault of the mail.
      const excess = error instanceof ProcessEnded && (error.by === 'time' || error.by === 'memory') && error.by;
      if (!excess || isClosed) throw error;
      return { kind: 'refused', reason: `Reading it takes too much ${excess}.` };
    }
  };

  return {
    read: (bytes) => {
      const reading = last.then(() => readNow(bytes));
      last = reading.catch(() => undefined);
      return reading;
    },
    close: () => {
      isClosed = true;
      reader.end();
    },
  };
}
