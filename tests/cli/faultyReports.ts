import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const header = 'id,name\n';
export const row = '1,"Reno, Clinic"\n';

/** A server that answers every call by `answer`; for faults the real one cannot be made to have. */
export const startFaultyServer = async (
  answer: (response: ServerResponse, call: number) => void,
): Promise<{ url: string; calls: () => number }> => {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    calls += 1;
    answer(response, calls);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls: () => calls };
};

export const beginCsv = (response: ServerResponse, headers: Record<string, string> = {}): ServerResponse =>
  response.writeHead(200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="carepost_Users_2026-08-21_06-00-00.csv"',
    ...headers,
  });
