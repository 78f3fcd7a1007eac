import { CliError } from '../errors.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/;

export const isLoopback = (address: URL): boolean => loopback.test(address.hostname);

/** The address without a trailing slash. https only, except on this machine; no user name, query or fragment. */
export const checkOrigin = (text: string, source: string): string => {
  const exit = source.startsWith('flag') ? 'usage' : 'config';
  const refuse = (why: string): never => {
    throw new CliError('E-CONFIG', `"${text}" (from ${source}) ${why}.`, { exit, hint: 'Write https://host[:port].' });
  };
  if (!URL.canParse(text)) return refuse('is no address');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    return refuse('is not https, which is needed except on this machine');
  }
  if (url.username !== '' || url.password !== '') return refuse('carries a user name or password');
  if (url.search !== '' || url.hash !== '') return refuse('carries a query or fragment');
  return url.href.replace(/\/+$/, '');
};
