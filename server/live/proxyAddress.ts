import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import type { Config } from '../config.ts';
import { plainAddress } from '../http/clientAddress.ts';

/** Who connects: the nearest address that is no proxy of ours, as for all other calls (TRUST_PROXY). */
export function clientAddressOf(request: IncomingMessage, trusted: Config['trustProxy']): string {
  const nearest = plainAddress(request.socket.remoteAddress ?? '');
  if (trusted === false) return nearest;
  const proxies = listOf(trusted);
  const isProxy = (address: string) => isIP(address) !== 0 && proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  const named = String(request.headers['x-forwarded-for'] ?? '').split(',');
  let address = nearest;
  for (const next of named.map((part) => plainAddress(part.trim())).reverse()) {
    if (!isProxy(address) || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

function listOf(trusted: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (isIP(address) === 0) continue;
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
