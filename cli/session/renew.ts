import * as oidc from 'openid-client';
import { renewalThreshold } from '../../shared/client/token.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { createHttp } from '../network/http.ts';
import { withLock } from './lock.ts';
import { machineProof } from './machineProof.ts';
import { audience, openProvider, signInError } from './provider.ts';
import type { SessionRecord } from './records.ts';
import type { Secrets, SecretStore } from './secretStore.ts';

const grant = async (context: Context, record: SessionRecord, secrets: Secrets) => {
  const { config, trace } = context;
  const http = await createHttp({
    baseUrl: record.issuer,
    timeoutMs: config.milliseconds('timeout'),
    trace,
    io: context.io,
  });
  const common = {
    http,
    issuer: record.issuer,
    clientId: record.clientId,
    server: record.server as oidc.ServerMetadata,
  };
  if (record.grant === 'client-credentials') {
    const { machine } = config.profile ?? {};
    if (machine === undefined) throw new CliError('E-SESSION-ENDED', 'The profile names no key or secret any more.');
    const provider = await openProvider({
      ...common,
      proof: await machineProof(context, machine, secrets.clientSecret),
    });
    return oidc.clientCredentialsGrant(provider, { scope: 'api', resource: audience });
  }
  if (secrets.refreshToken === undefined) throw new CliError('E-SESSION-ENDED');
  return oidc.refreshTokenGrant(await openProvider(common), secrets.refreshToken, { resource: audience });
};

/** Tokens of an answer as they are kept. */
export const secretsFrom = (answer: oidc.TokenEndpointResponse, before: Secrets, now: number): Secrets => ({
  ...before,
  ...(answer.refresh_token === undefined ? {} : { refreshToken: answer.refresh_token }),
  accessToken: answer.access_token,
  expiresAt: now + (answer.expires_in ?? 300) * 1000,
});

/**
 * A new access token for the profile, stored. Processes that come together wait for one another, and whoever comes second finds
 * the new token already there: a refresh token is good once.
 */
export const renewSecrets = (context: Context, record: SessionRecord, store: SecretStore): Promise<Secrets> =>
  withLock(context.folders, `renew-${context.config.profileName}`, async () => {
    const profile = context.config.profileName;
    const secrets = await store.read(profile);
    if (secrets === undefined) throw new CliError('E-NOT-SIGNED-IN', 'The sign-in is no longer in the key store.');
    if (secrets.accessToken !== undefined && (secrets.expiresAt ?? 0) - context.now() > renewalThreshold)
      return secrets;
    try {
      const renewed = secretsFrom(await grant(context, record, secrets), secrets, context.now());
      await store.write(profile, renewed);
      context.trace.hide(renewed.refreshToken);
      return renewed;
    } catch (error) {
      throw signInError(error, record.issuer, 'E-SESSION-ENDED');
    }
  });
