import * as tiff from 'utif2';
import type { TiffAnswer, TiffRequest } from './tiffPages.ts';

/** Unpacks the pages of a TIFF away from the window: a damaged file can only stop this thread, which is then ended. */
let bytes: ArrayBuffer | undefined;
let pages: tiff.IFD[] = [];

const jpegs = new Set([6, 7]);
const mostPages = 2000;
const mostPixels = 80_000_000;

const answerTo = (request: TiffRequest): TiffAnswer => {
  if ('open' in request) {
    bytes = request.open;
    pages = tiff
      .decode(bytes)
      .filter((page) => sizeOf(page) > 0)
      .slice(0, mostPages);
    return { pages: pages.length };
  }
  const page = pages[request.page - 1];
  if (!bytes || !page) throw new Error('There is no such page.');
  if (sizeOf(page) > mostPixels) throw new Error('The page is too large.');
  // The decoder writes every JPEG as three colors, a gray one too.
  if (jpegs.has(first(page['t259'])) && first(page['t277'] ?? [1]) === 1) {
    Object.assign(page, { t258: [8, 8, 8], t262: [2], t277: [3] });
  }
  tiff.decodeImage(bytes, page);
  const rgba = new Uint8ClampedArray(tiff.toRGBA8(page));
  const { width, height } = page;
  // What was unpacked is not kept: a hundred fax pages would fill the memory.
  page.data = new Uint8Array();
  return { width, height, rgba };
};

const first = (value: unknown): number => (Array.isArray(value) && typeof value[0] === 'number' ? value[0] : 0);
const sizeOf = (page: tiff.IFD): number => first(page['t256']) * first(page['t257']);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own messages go to its window alone
const reply = (answer: TiffAnswer) => self.postMessage(answer);

self.addEventListener('message', ({ data }: MessageEvent<TiffRequest>) => {
  try {
    reply(answerTo(data));
  } catch {
    reply({ failed: true });
  }
});
