import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { signIn } from './machineCaller.ts';
import type { ServerProcess } from './serverProcess.ts';

const megabyte = 1024 * 1024;

export interface UploadLoad {
  /** Number of responses by status; of 503 only with Retry-After. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Resident memory in MB: before, and at most while the uploads ran and their messages were processed. */
  readonly before: number;
  readonly most: number;
  /** 99th percentile of the durations of health calls in milliseconds, before and while the uploads ran. */
  readonly idleP99: number;
  readonly p99: number;
}

/** Sends messages with one large file each, all at the same time. */
export async function uploadAtOnce(server: ServerProcess, count: number, megabytes: number): Promise<UploadLoad> {
  const token = await signIn(server);
  const from = await usableSender(server, token);
  const bytes = Buffer.alloc(megabytes * megabyte, 'A line of a long text.\n');
  // The first upload loads what a server needs for any number of them.
  await send(server, token, from, bytes.subarray(0, megabyte));
  await delay(500);
  const before = await residentMb(server);
  let most = before;
  const ended = new AbortController();
  const watch = async (look: () => Promise<void>, everyMs: number) => {
    while (!ended.signal.aborted) {
      await look();
      await delay(everyMs);
    }
  };
  const probe = new Worker(new URL('./healthProbe.ts', import.meta.url), { workerData: server.url });
  const durations = async () => {
    const reported = once(probe, 'message') as Promise<[number[]]>;
    // oxlint-disable-next-line require-post-message-target-origin -- a worker has no origin
    probe.postMessage('durations');
    return p99Of((await reported)[0]);
  };
  const watching = [
    watch(async () => {
      most = Math.max(most, await residentMb(server));
    }, 20),
  ];
  await delay(2_000);
  const idleP99 = await durations();
  const statuses: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: count }, async () => {
      const status = await send(server, token, from, bytes);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  // The messages that were accepted are processed after their calls.
  await delay(3_000);
  const p99 = await durations();
  ended.abort();
  await Promise.all(watching);
  await probe.terminate();
  return { statuses, before, most, idleP99, p99 };
}

const p99Of = (durations: readonly number[]): number =>
  [...durations].sort((a, b) => a - b)[Math.floor(durations.length * 0.99)] ?? 0;

export async function residentMb({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024;
}

/** A direct address of the demo that may send. */
async function usableSender(server: ServerProcess, token: string): Promise<string> {
  const tried: string[] = [];
  const report = await fetch(`${server.url}/api/admin/reports/directaddresses`, {
    headers: { authorization: `Bearer ${token}` },
  });
  for (const address of new Set((await report.text()).match(/[\w.-]+@[\w.-]+\.direct\.[\w.-]+/g))) {
    const status = await send(server, token, address, Buffer.from('A note.'));
    if (status === '202') return address;
    tried.push(`${address} ${status}`);
  }
  throw new Error(`No direct address may send: ${tried.join(', ')}`);
}

/** One message with one file; the status, or the code of the error. */
function send(server: ServerProcess, token: string, address: string, bytes: Buffer): Promise<string> {
  const message = JSON.stringify({ from: address, to: [address], subject: 'Summary', body: 'See the file.' });
  const head = Buffer.from(
    `--edge\r\nContent-Disposition: form-data; name="message"\r\n\r\n${message}\r\n` +
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n',
  );
  const tail = Buffer.from('\r\n--edge--\r\n');
  return new Promise((resolve) => {
    const call = request(
      `${server.url}/api/admin/messages`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=edge',
          'content-length': String(head.length + bytes.length + tail.length),
        },
      },
      (response) => {
        response.resume();
        const { statusCode, headers } = response;
        const isUnclear = statusCode === 503 && headers['retry-after'] === undefined;
        response.once('end', () => resolve(isUnclear ? '503 without Retry-After' : String(statusCode)));
      },
    );
    call.once('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message));
    call.write(head);
    call.write(bytes);
    call.end(tail);
  });
}
