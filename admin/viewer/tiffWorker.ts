import * as tiff from 'utif2';
import type { TiffResponse, TiffRequest } from './tiffPages.ts';

/** Decodes the pages of a TIFF in a worker: a file that blocks the decoder does not block the window, which terminates the worker. */
let bytes: ArrayBuffer | undefined;
let pages: tiff.IFD[] = [];

const jpegs = new Set([6, 7]);
const maxPages = 2000;
const maxPixels = 80_000_000;

const responseTo = (request: TiffRequest): TiffResponse => {
  if ('open' in request) {
    bytes = request.open;
    pages = tiff
      .decode(bytes)
      .filter((page) => sizeOf(page) > 0)
      .slice(0, maxPages);
    return { pages: pages.length };
  }
  const page = pages[request.page - 1];
  if (!bytes || !page) throw new Error('There is no such page.');
  if (sizeOf(page) > maxPixels) throw new Error('The page is too large.');
  // The decoder writes every JPEG as RGB, a grayscale one too.
  if (jpegs.has(first(page['t259'])) && first(page['t277'] ?? [1]) === 1) {
    Object.assign(page, { t258: [8, 8, 8], t262: [2], t277: [3] });
  }
  tiff.decodeImage(bytes, page);
  const rgba = new Uint8ClampedArray(tiff.toRGBA8(page));
  const { width, height } = page;
  // The decoded data is dropped: a hundred fax pages would fill the memory.
  page.data = new Uint8Array();
  return { width, height, rgba };
};

const first = (value: unknown): number => (Array.isArray(value) && typeof value[0] === 'number' ? value[0] : 0);
const sizeOf = (page: tiff.IFD): number => first(page['t256']) * first(page['t257']);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages of a worker have no target origin
const reply = (response: TiffResponse) => self.postMessage(response);

self.addEventListener('message', ({ data }: MessageEvent<TiffRequest>) => {
  try {
    reply(responseTo(data));
  } catch {
    reply({ failed: true });
  }
});
