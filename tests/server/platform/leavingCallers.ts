import { Agent, request } from 'node:http';
import { signIn } from './machineCaller.ts';
import { launchServer, untilReady } from './serverProcess.ts';

const callers = 50;

interface Outcome {
  /** Status, or code of the error. */
  readonly result: number | string;
  readonly retryAfter: string | undefined;
  /** Whether it began before the signal. */
  readonly isEarly: boolean;
}

/** Callers that repeat a call without pauses, half of them over connections that stay open, until the connection is refused. */
export async function leaveUnderLoad(dataFolder: string): Promise<{ exitCode: number | string; outcomes: Outcome[] }> {
  // More time than the default for a busy machine; the steps of leaving take no longer.
  const server = await launchServer(dataFolder, { LOG_LEVEL: 'warn', SHUTDOWN_SECONDS: '30' });
  await untilReady(server);
  const token = await signIn(server);
  const agents = [new Agent({ keepAlive: true, maxSockets: callers }), new Agent({ keepAlive: false })] as const;
  const outcomes: Outcome[] = [];
  let hasSignal = false;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ enabled: true });
  const calls = [
    { method: 'GET', path: '/api/organizations?pageSize=5' },
    // An unknown organization: the call is refused before and after its body is read.
    { method: 'PUT', path: '/api/organizations/0198c0de-7a10-7c3e-9f51-2f6d3c1b8a42/enable', body },
    {
      method: 'PUT',
      path: '/api/organizations/0198c0de-7a10-7c3e-9f51-2f6d3c1b8a42/enable',
      body,
      authorization: 'none',
    },
  ];

  const callOnce = (number: number): Promise<Outcome> =>
    new Promise((resolve) => {
      const isEarly = !hasSignal;
      const {
        method,
        path,
        body: content,
        authorization = headers.authorization,
      } = calls[number % calls.length] ?? calls[0]!;
      const length = content === undefined ? {} : { 'content-length': String(content.length) };
      const call = request(
        server.url + path,
        { method, agent: agents[number % 2 === 0 ? 0 : 1], headers: { ...headers, ...length, authorization } },
        (response) => {
          response.resume();
          response.once('end', () =>
            resolve({ result: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], isEarly }),
          );
          response.once('error', (error) => resolve({ result: error.message, retryAfter: undefined, isEarly }));
        },
      );
      call.once('error', (error: Error & { code?: string }) =>
        resolve({ result: error.code ?? error.message, retryAfter: undefined, isEarly }),
      );
      // Head and body in two packets.
      call.flushHeaders();
      call.end(content);
    });
  const untilRefused = async (number: number) => {
    for (;;) {
      const outcome = await callOnce(number);
      outcomes.push(outcome);
      if (typeof outcome.result === 'string') return;
    }
  };
  const running = Array.from({ length: callers }, (_, number) => untilRefused(number));
  while (outcomes.length < 2 * callers) await new Promise((next) => setImmediate(next));
  server.child.kill('SIGTERM');
  hasSignal = true;
  await Promise.all(running);
  for (const agent of agents) agent.destroy();
  return { exitCode: await server.ended, outcomes };
}

/** Outcomes that are neither a regular response nor a clean refusal, with their numbers. */
export function brokenCalls(outcomes: readonly Outcome[]): Record<string, number> {
  const broken: Record<string, number> = {};
  for (const { result, retryAfter, isEarly } of outcomes) {
    const isServed = result === 200 || result === 401 || result === 404;
    const isRefused = (result === 503 && retryAfter !== undefined) || (result === 'ECONNREFUSED' && !isEarly);
    if (isServed || isRefused) continue;
    const name = `${result}${isEarly ? ' before the signal' : ''}`;
    broken[name] = (broken[name] ?? 0) + 1;
  }
  return broken;
}
