import { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../database/openDatabase.ts';
import { type Account, findAccountById } from './accounts.ts';
import { storeLimited } from './anonymousRows.ts';
import { chargeClient, proveClient } from './clientSignIns.ts';
import { commandLineClientId, findMachineClient, productClients, webClientId } from './clients.ts';
import { accessTokenSeconds, apiAudience, type IdentityConfig, longestSessionSeconds } from './identityConfig.ts';
import { recordSignIn } from './idle.ts';
import { OidcAdapter } from './oidcAdapter.ts';
import { providerPages } from './providerPages.ts';
import { requestFacts } from './requestFacts.ts';
import { type SigningKey, signingAlgorithm } from './signingKeys.ts';

interface Secrets {
  readonly signingKeys: readonly SigningKey[];
  readonly cookieKeys: readonly string[];
}

/** How oidc-provider is set up; each choice that is not plain from its name gives its reason. */
export function providerConfiguration(database: Database, config: IdentityConfig, secrets: Secrets): Configuration {
  const pages = providerPages(config);
  return {
    adapter: (model) => adapterFor(database, config, model),
    clients: productClients(config),
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    extraClientMetadata: { properties: ['role', 'generation'] },
    jwks: { keys: [...secrets.signingKeys] },
    enabledJWA: {
      idTokenSigningAlgValues: [signingAlgorithm],
      clientAuthSigningAlgValues: ['ES256', 'ES384', 'PS256', 'RS256', 'Ed25519', 'EdDSA'],
    },
    cookies: {
      keys: [...secrets.cookieKeys],
      names: cookieNames(config),
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    clockTolerance: 5,
    // Called when the signature of a client's assertion is right.
    assertJwtClientAuthClaimsAndHeader: async () => {
      proveClient();
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    // A browser names its origin on every POST, our own page's too; others only as CORS_ORIGINS lists them.
    clientBasedCORS: (_ctx, origin) =>
      origin === new URL(config.publicUrl).origin || config.corsOrigins.includes(origin),
    scopes: ['openid', 'offline_access', 'api'],
    claims: {
      openid: ['sub', 'role', 'connection'],
      profile: ['name'],
      email: ['email', 'email_verified'],
      auth_time: null,
      acr: null,
      sid: null,
      iss: null,
    },
    // The access token is for the API only, so the claims come with the ID token and there is no userinfo call.
    conformIdTokenClaims: false,
    findAccount: async (ctx, id, token) => {
      const account = await findAccountById(database, config, id);
      const acr = token && 'acr' in token ? token.acr : ctx.oidc.session?.acr;
      return account?.maySignIn ? accountOf(account, acr) : undefined;
    },
    loadExistingGrant: (ctx) => loadExistingGrant(ctx, database, config),
    extraTokenClaims: async (ctx, token) => {
      if (token.kind === 'ClientCredentials') {
        const { client } = ctx.oidc;
        return { roles: [client?.['role']], generation: client?.['generation'] };
      }
      const account = await findAccountById(database, config, token.accountId);
      return { roles: [account?.role], grant: token.grantId };
    },
    extraParams: ['connection'],
    rotateRefreshToken: true,
    // Standard clients ask for offline_access without prompt=consent, which the provider's default would drop.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Signing out in the browser ends the web application's tokens; a command line has its own sign-out.
    expiresWithSession: async (_ctx, token) => token.clientId !== commandLineClientId,
    interactions: { policy: promptPolicy(), url: (_ctx, { uid }) => `/oidc/interaction/${uid}` },
    ttl: lifetimes,
    renderError: pages.renderError,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: pages.logoutSource,
        postLogoutSuccessSource: pages.postLogoutSuccessSource,
      },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: pages.userCodeInputSource,
        userCodeConfirmSource: pages.userCodeConfirmSource,
        successSource: pages.successSource,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => apiAudience,
        useGrantedResource: async () => true,
        getResourceServerInfo: async () => ({
          scope: 'api',
          audience: apiAudience,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: signingAlgorithm } },
        }),
      },
    },
  };
}

function adapterFor(database: Database, config: IdentityConfig, model: string) {
  const adapter = new OidcAdapter(
    database,
    model,
    () => requestFacts.getStore()?.receivedMsAgo() ?? 0,
    (id, payload, store) => {
      const address = requestFacts.getStore()?.caller.address ?? '';
      return storeLimited(database, config.rateLimit, { model, id, payload, address }, store);
    },
  );
  if (model === 'Client') {
    adapter.find = async (id) => chargeClient(database, id, await findMachineClient(database, config, id));
  }
  return adapter;
}

/** Prefixes that browsers enforce (quality SS-2) need https; without it the port keeps two servers on one machine apart. */
export function cookieNames({ publicUrl }: IdentityConfig) {
  const { protocol, port } = new URL(publicUrl);
  if (protocol !== 'https:') {
    const name = `carepost${port}`;
    return { session: `${name}_session`, interaction: `${name}_interaction`, resume: `${name}_resume` };
  }
  return {
    session: '__Host-carepost_session',
    interaction: '__Secure-carepost_interaction',
    resume: '__Secure-carepost_resume',
  };
}

const connectionPrefix = 'urn:carepost:connection:';

/** How a sign-in remembers the connection it came by: the one field that session, codes and refresh tokens all carry. */
export const acrOfConnection = (name: string): string => `${connectionPrefix}${name}`;

const accountOf = (account: Account, acr: string | undefined) => ({
  accountId: account.id,
  claims: async () => ({
    sub: account.id,
    name: account.name,
    email: account.userName,
    email_verified: true,
    role: account.role,
    ...(acr?.startsWith(connectionPrefix) ? { connection: acr.slice(connectionPrefix.length) } : {}),
  }),
});

/** The product's own programs need no consent page: what they may do is granted here. */
async function loadExistingGrant(ctx: KoaContextWithOIDC, database: Database, { idleSeconds }: IdentityConfig) {
  const { client, session, account, provider } = ctx.oidc;
  if (!client || !session || !account) return undefined;
  // Each command line gets a grant of its own, so that signing one out leaves the others alone.
  const existing = client.clientId === commandLineClientId ? undefined : session.grantIdFor(client.clientId);
  const kept = existing ? await provider.Grant.find(existing) : undefined;
  if (kept && kept.accountId === account.accountId) {
    await recordSignIn(database, kept.jti, session.loginTs ?? 0);
    return kept;
  }
  // Only a grant knows of the user's actions: without one the session could be idle since its sign-in (promptPolicy).
  if (client.clientId === webClientId && secondsSince(session.loginTs) >= idleSeconds) return undefined;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope('openid profile email offline_access');
  grant.addResourceScope(apiAudience, 'api');
  await grant.save();
  return grant;
}

/** Asks for a sign-in as usual, when the account of the session was disabled or removed, and when the session may be idle. No consent. */
function promptPolicy() {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_unavailable',
        'the account of the session is not available',
        'login_required',
        (ctx) => ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined,
      ),
    );
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('idle', 'the session may be idle', 'login_required', (ctx) => {
      const { client, session, entities } = ctx.oidc;
      // The provider makes a grant without an id where loadExistingGrant gave none.
      return client?.clientId === webClientId && session?.accountId !== undefined && entities.Grant?.jti === undefined;
    }),
  );
  return policy;
}

const secondsSince = (epochSeconds = 0): number => Date.now() / 1000 - epochSeconds;

/** Seconds left of a sign-in: everything it leads to ends with it, whenever it was issued or last used (quality SS-2). */
function secondsLeft(signedInAt: number | undefined): number {
  const now = Math.floor(Date.now() / 1000);
  return Math.max(1, (signedInAt ?? now) + longestSessionSeconds - now);
}

const lifetimes: Configuration['ttl'] = {
  AuthorizationCode: 60,
  AccessToken: accessTokenSeconds,
  ClientCredentials: accessTokenSeconds,
  IdToken: accessTokenSeconds,
  DeviceCode: 10 * 60,
  Interaction: 60 * 60,
  Session: (_ctx, session) => secondsLeft(session.loginTs),
  Grant: (ctx) => secondsLeft(ctx.oidc.session?.loginTs),
  RefreshToken: (_ctx, token) => secondsLeft(token.authTime),
};
