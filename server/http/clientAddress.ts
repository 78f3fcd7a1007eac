const dottedMapped = /^::ffff:(?:0:)?(\d{1,3}(?:\.\d{1,3}){3})$/i;
const hexMapped = /^::ffff:(?:0:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i;

/** An IPv4 address that came in as IPv6 (`::ffff:203.0.113.7`, as dual-stack sockets name it) in its plain form. */
export function plainAddress(address: string): string {
  const dotted = dottedMapped.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high, low] = hexMapped.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}
