export type TiffRequest = { readonly open: ArrayBuffer } | { readonly page: number };
export interface TiffPage {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}
export type TiffResponse = { readonly pages: number } | TiffPage | { readonly failed: true };

export interface TiffPages {
  readonly count: number;
  page(number: number): Promise<TiffPage>;
  close(): void;
}

/** A page of a scan takes well under a second; this limits files that never finish. */
const maxPageMs = 20_000;

/** Opens a TIFF in a worker; throws when it cannot be read in time. */
export const openTiff = async (bytes: Uint8Array): Promise<TiffPages> => {
  const worker = new Worker(new URL('./tiffWorker.ts', import.meta.url), { type: 'module' });
  let queue: Promise<unknown> = Promise.resolve();
  /** One request at a time: responses have no id. */
  const send = (request: TiffRequest, transfer: Transferable[] = []): Promise<TiffResponse> => {
    const response = queue.then(() => responseOf(worker, request, transfer));
    queue = response.catch(() => undefined);
    return response;
  };
  try {
    const copy = bytes.slice().buffer;
    const opened = await send({ open: copy }, [copy]);
    if (!('pages' in opened) || opened.pages === 0) throw new Error('There is no page.');
    return {
      count: opened.pages,
      page: async (number) => {
        const page = await send({ page: number });
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

const responseOf = (worker: Worker, request: TiffRequest, transfer: Transferable[]): Promise<TiffResponse> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      worker.terminate();
      reject(new Error('The page takes too long.'));
    }, maxPageMs);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<TiffResponse>) => {
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
