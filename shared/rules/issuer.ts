const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Why a text is no issuer of an OpenID provider, as a phrase that continues the name of the field; null where it is one. Issuers have neither
 * query nor fragment (OpenID Connect Discovery 1.0, section 2); unencrypted ones are for tests on one machine.
 */
export function issuerProblem(text: string): string | null {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null;
  if (url === null) return 'must be an address such as https://login.example.org';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (/[?#]/.test(text)) return 'must not contain a query (?) or fragment (#)';
  if (url.protocol !== 'https:' && !loopback.test(url.hostname))
    return 'must begin with https://; http:// is for providers on this machine only';
  return null;
}
