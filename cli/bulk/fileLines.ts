import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/**
 * The lines of a text file, without their ends, in constant memory; the last one also where its end is missing. A file that is not
 * there has no lines. node:readline would do the same at a fifth of the speed.
 */
export async function* fileLines(path: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}
