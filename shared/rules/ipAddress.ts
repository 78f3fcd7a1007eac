const octet = '(?:25[0-5]|2[0-4]\\d|1\\d{2}|[1-9]?\\d)';
const dotted = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

/** Whether the value is an IPv4 address in dotted form, without leading zeros (spec 3 section 5). */
export const isIpAddress = (value: string): boolean => dotted.test(value);

/** Shown when an address fails `isIpAddress`. */
export const ipAddressText = 'Enter a valid IPv4 address, such as 203.0.113.7.';
