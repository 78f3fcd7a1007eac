import { handleRequests } from '../../processes/handleRequests.ts';
import { DocumentError } from '../documents.ts';
import type { DocumentResponse, Task } from './job.ts';
import { convert } from './convert.ts';
import { extract } from './extract.ts';

/** A process that reads documents, one after the other. Whatever a parser throws becomes a fault of that document. */
handleRequests((task: Task, bytes) => work(task, bytes).catch(faultOf));

async function work(task: Task, content: Buffer<ArrayBuffer>): Promise<DocumentResponse> {
  if (task.task === 'extract') return { extracted: await extract(content, task.from) };
  const started = performance.now();
  const made = await convert(content, task.from, task.to, task.details);
  return { made: { ...made, processTime: Math.round(performance.now() - started) } };
}

const faultOf = (error: unknown): DocumentResponse =>
  error instanceof DocumentError
    ? { fault: error.fault, message: error.message }
    : { fault: 'unreadable', message: 'The document is damaged: it could not be read.' };
