import { type Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from './serverProcess.ts';

/** An access token of the machine client of the demo. A server that has just started beside other work may say at first to come back. */
export async function signIn({ url }: ServerProcess): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-automation',
    client_secret: 'demo-automation-secret',
  });
  const end = Date.now() + 60_000;
  for (;;) {
    const response = await fetch(`${url}/oidc/token`, { method: 'POST', body });
    if (response.ok) return ((await response.json()) as { access_token: string }).access_token;
    if (response.status !== 503 || Date.now() > end)
      throw new Error(`No token: ${response.status} ${await response.text()}`);
    await delay(200);
  }
}

/** A GET over a connection of the agent: the status, or the code of the error. */
export const call = (agent: Agent, url: string, token: string) =>
  new Promise<number | string>((resolve) => {
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', (error) => resolve(error.message));
    })
      .once('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message))
      .end();
  });
