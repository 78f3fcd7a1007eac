export type TiffRequest = { readonly open: ArrayBuffer } | { readonly page: number };
export interface TiffPage {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}
export type TiffAnswer = { readonly pages: number } | TiffPage | { readonly failed: true };

export interface TiffPages {
  readonly count: number;
  page(number: number): Promise<TiffPage>;
  close(): void;
}

/** One page of a scan takes well under a second; a file built to take for ever gets no longer than this. */
const longestMs = 20_000;

/** Opens a TIFF in a thread of its own; throws where it cannot be read in time. */
export const openTiff = async (bytes: Uint8Array): Promise<TiffPages> => {
  const worker = new Worker(new URL('./tiffWorker.ts', import.meta.url), { type: 'module' });
  let line: Promise<unknown> = Promise.resolve();
  /** One question at a time: answers carry no name. */
  const ask = (request: TiffRequest, transfer: Transferable[] = []): Promise<TiffAnswer> => {
    const answer = line.then(() => answerOf(worker, request, transfer));
    line = answer.catch(() => undefined);
    return answer;
  };
  try {
    const copy = bytes.slice().buffer;
    const opened = await ask({ open: copy }, [copy]);
    if (!('pages' in opened) || opened.pages === 0) throw new Error('There is no page.');
    return {
      count: opened.pages,
      page: async (number) => {
        const page = await ask({ page: number });
        if (!('rgba' in page)) throw new Error('The page cannot be read.');
        return page;
      },
      close: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
};

const answerOf = (worker: Worker, request: TiffRequest, transfer: Transferable[]): Promise<TiffAnswer> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      worker.terminate();
      reject(new Error('The page takes too long.'));
    }, longestMs);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<TiffAnswer>) => {
        clearTimeout(timer);
        resolve(data);
      },
      { once: true },
    );
    worker.addEventListener(
      'error',
      () => {
        clearTimeout(timer);
        reject(new Error('The file cannot be read.'));
      },
      { once: true },
    );
    worker.postMessage(request, transfer);
  });
