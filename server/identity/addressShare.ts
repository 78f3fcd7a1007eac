import { isIPv6 } from 'node:net';
import { plainAddress } from '../http/clientAddress.ts';

/**
 * The part of a client address that limits and locks count by: an IPv4 address, or the first 64 bits of an IPv6 address, because one
 * connection may choose the others freely.
 */
export function addressShare(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').toLowerCase().split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  // The last 32 bits may be written as an IPv4 address.
  const written = [...before, ...after].reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0);
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - written) }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
