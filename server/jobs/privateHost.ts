import { BlockList, isIP } from 'node:net';

const ranges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const;
const ranges6 = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const;

const ipv4 = new BlockList();
for (const [address, prefix] of ranges) ipv4.addSubnet(address, prefix, 'ipv4');
// A list of its own: with the range of mapped addresses in it every IPv4 address would be a member.
const ipv6 = new BlockList();
for (const [address, prefix] of ranges6) ipv6.addSubnet(address, prefix, 'ipv6');

/**
 * Whether a host of a URL obviously lies inside, for an early message: addresses in every form that URL reads (decimal, octal, IPv4 in
 * IPv6), and localhost. Names are checked when the connection is made (post.ts).
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const version = isIP(host);
  if (version === 0) return false;
  return version === 4 ? ipv4.check(host, 'ipv4') : ipv6.check(host, 'ipv6');
}
