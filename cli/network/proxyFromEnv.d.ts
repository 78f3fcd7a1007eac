/** The package brings no types of its own. */
declare module 'proxy-from-env' {
  export function getProxyForUrl(url: string | URL): string;
}
