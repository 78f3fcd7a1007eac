import type { Context } from '../command.ts';
import * as oidc from 'openid-client';
import { renewalThreshold } from '../../shared/client/token.ts';
import { CliError } from '../errors.ts';
import { createHttp } from '../network/http.ts';
import { withLock } from './lock.ts';
import { machineProof } from './machineProof.ts';
import { audience, openProvider, signInError } from './provider.ts';
import { lostSignIn, type Secrets, type SecretStore } from './secretStore.ts';
import type { SessionRecord } from './sessionRecord.ts';

const grant = async (context: Context, record: SessionRecord, secrets: Secrets) => {
  const { issuer, clientId, server } = record;
  const request = { http: await createHttp(context, issuer), issuer, clientId, server: server as oidc.ServerMetadata };
  if (record.grant === 'client-credentials') {
    const { machine } = context.config.profile;
    if (machine === undefined) throw new CliError('E-SESSION-ENDED', 'The profile no longer names a key or a secret.');
    const provider = await openProvider({
      ...request,
      proof: await machineProof(context, machine, secrets.clientSecret),
    });
    return oidc.clientCredentialsGrant(provider, { scope: 'api', resource: audience });
  }
  if (secrets.refreshToken === undefined) throw new CliError('E-SESSION-ENDED');
  return oidc.refreshTokenGrant(await openProvider(request), secrets.refreshToken, { resource: audience });
};

/** The secrets to store after a token response; a refresh token that is not replaced stays. */
export const secretsFrom = (response: oidc.TokenEndpointResponse, previous: Secrets, now: number): Secrets => ({
  ...previous,
  ...(response.refresh_token === undefined ? {} : { refreshToken: response.refresh_token }),
  accessToken: response.access_token,
  expiresAt: now + (response.expires_in ?? 300) * 1000,
});

/**
 * Renews the access token of the profile and stores it. A lock serializes processes: the second one reads the token that the first one stored,
 * because a refresh token is valid once.
 */
export const renewSecrets = (context: Context, record: SessionRecord, store: SecretStore): Promise<Secrets> =>
  withLock(context.folders, `renew-${context.config.profileName}`, async () => {
    const profile = context.config.profileName;
    const secrets = await store.read(profile);
    if (secrets === undefined) throw lostSignIn(store, profile);
    if (secrets.accessToken !== undefined && (secrets.expiresAt ?? 0) - context.now() > renewalThreshold)
      return secrets;
    try {
      const renewed = secretsFrom(await grant(context, record, secrets), secrets, context.now());
      await store.write(profile, renewed);
      context.trace.hide(renewed.refreshToken);
      return renewed;
    } catch (error) {
      const { issuer, clientId } = record;
      const machine = record.grant === 'client-credentials' ? context.config.profile.machine : undefined;
      throw signInError(error, { issuer, clientId, profile, machine }, 'E-SESSION-ENDED');
    }
  });
