import * as oidc from 'openid-client';
import type { Context } from '../context.ts';
import { linesForTerminal } from '../output/sanitize.ts';
import { audience, scope } from './provider.ts';
import type { Flow } from './signIn.ts';

/** For machines without a browser: the person opens the address elsewhere and types the code (RFC 8628). */
export const deviceFlow = (context: Context): Flow => ({
  grant: 'device',
  async obtain(provider) {
    const started = await oidc.initiateDeviceAuthorization(provider, { scope, resource: audience });
    const direct = started.verification_uri_complete;
    const text = [
      'Open this address on any device:',
      `  ${started.verification_uri}`,
      'and type the code:',
      `  ${started.user_code}`,
      ...(direct === undefined ? [] : ['or open this address, which holds the code:', `  ${direct}`]),
    ].join('\n');
    context.io.stderr.write(`${linesForTerminal(text)}\n`);
    return oidc.pollDeviceAuthorizationGrant(provider, started, { resource: audience }, { signal: context.signal });
  },
});
