import { CliError } from '../errors.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/;

export const isLoopback = (address: URL): boolean => loopback.test(address.hostname);

/** The address without a trailing slash. https is required except on this machine; no user name, query or fragment. */
export const checkOrigin = (text: string, source: string): string => {
  const code = source.startsWith('flag') ? 'E-USAGE' : 'E-CONFIG';
  const refuse = (why: string): never => {
    throw new CliError(code, `"${text}" (from ${source}) ${why}.`, { hint: 'Write https://host[:port].' });
  };
  if (!URL.canParse(text)) return refuse('is not an address');
  if (!/^[a-z]+:\/\//i.test(text)) return refuse('does not begin with https:// or, on this machine, http://');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    return refuse('must be https, except on this machine');
  }
  if (url.username !== '' || url.password !== '') return refuse('must not contain a user name or password');
  if (url.search !== '' || url.hash !== '') return refuse('must not contain a query or fragment');
  return url.href.replace(/\/+$/, '');
};

/** Whether two addresses are one host: `localhost`, `127.0.0.1` and `[::1]` are, on the same port. */
export const isSameHost = (first: string, second: string): boolean => {
  const normalized = (text: string): string => {
    if (!URL.canParse(text)) return text;
    const url = new URL(text);
    if (/^(127\.0\.0\.1|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost';
    return url.href.replace(/\/+$/, '');
  };
  return normalized(first) === normalized(second);
};
