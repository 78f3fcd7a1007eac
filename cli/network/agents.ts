import type { Agent } from 'node:http';
import { getProxyForUrl } from 'proxy-from-env';
import { isLoopback } from './origins.ts';

const kept = new Map<string, Promise<Agent>>();

const make = async (secure: boolean, proxy: string): Promise<Agent> => {
  if (proxy === '') {
    const { Agent: RightAgent } = process.getBuiltinModule(secure ? 'node:https' : 'node:http');
    return new RightAgent({ keepAlive: true, maxSockets: 16 });
  }
  // Plain http goes through the tunnel as well: one way for all, and the proxy sees no tokens in addresses.
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  return new HttpsProxyAgent(proxy);
};

/** The proxy for an address by HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY; empty for none. Never for this machine. */
export const proxyFor = (url: URL): string => (isLoopback(url) ? '' : getProxyForUrl(url.href));

/** The one maker of agents: connections are kept and shared by route. */
export const agentFor = (url: URL): Promise<Agent> => {
  const proxy = proxyFor(url);
  const secure = url.protocol === 'https:';
  const key = `${secure} ${proxy}`;
  let agent = kept.get(key);
  if (agent === undefined) {
    agent = make(secure, proxy);
    kept.set(key, agent);
  }
  return agent;
};
