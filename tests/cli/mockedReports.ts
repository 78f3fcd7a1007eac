import { HttpResponse } from 'msw';

export const header = 'id,name\n';
export const row = '1,"Reno, Clinic"\n';

export const csvHeaders = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="carepost_Users_2026-08-21_06-00-00.csv"',
};

/** A report as the API sends it. */
export const csvResponse = (
  body: string | ReadableStream<Uint8Array<ArrayBuffer>>,
  headers: Readonly<Record<string, string>> = {},
): Response => new HttpResponse(body, { headers: { ...csvHeaders, ...headers } });

/** The start of a report. The rest comes with `end`, an error in mid-body with `abort`. */
export const startedBody = (text: string) => {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  const received = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (started) => {
      controller = started;
      started.enqueue(new TextEncoder().encode(text));
    },
    // The start has left the stream when the next chunk is requested.
    pull: () => received.resolve(),
  });
  return {
    body,
    received: received.promise,
    end: () => controller.close(),
    abort: () => controller.error(new Error('The connection is closed in mid-body.')),
  };
};
