import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Streamed bytes after which spent buffers are given back. */
const everyBytes = 8 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Counts the bytes of a long stream and gives their buffers back early. Buffers lie outside of the JavaScript heap, which hardly
 * grows meanwhile, so left alone Node keeps some 64 MB of spent ones per stream; a minor collection of a few of them takes about
 * a millisecond.
 */
export function promptRelease(): (bytes: number) => void {
  let spent = 0;
  return (bytes) => {
    spent += bytes;
    if (spent < everyBytes) return;
    spent = 0;
    collect({ type: 'minor' });
  };
}
