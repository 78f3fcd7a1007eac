import type { Context } from '../command.ts';
import { readFileSync } from 'node:fs';
import { renewalThreshold, type Token } from '../../shared/client/token.ts';
import { CliError } from '../errors.ts';
import { signInHint } from '../config.ts';
import { isSameHost } from '../network/origins.ts';
import { lostSignIn, openSecretStore, type Secrets, type SecretStore } from './secretStore.ts';
import { readClaims, readSessionRecord, type Session, type SessionRecord } from './sessionRecord.ts';

const expiry = (token: string): number => {
  const { exp } = readClaims(token);
  // A token without a readable expiry is sent as it is: the server decides.
  return typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY;
};

/** CAREPOST_TOKEN_FILE: read again for each renewal, because the program that writes the file renews the token. */
const fromTokenFile = (context: Context, file: string): Session => {
  const read = (): Token => {
    let text: string;
    try {
      text = readFileSync(file, 'utf8').trim();
    } catch {
      throw new CliError('E-NOT-SIGNED-IN', `The token file ${file} cannot be read.`, {
        hint: 'Check CAREPOST_TOKEN_FILE.',
      });
    }
    if (text === '' || /\s/.test(text)) {
      throw new CliError('E-NOT-SIGNED-IN', `The file ${file} does not contain a token.`, {
        hint: 'It must contain one access token and nothing else.',
      });
    }
    context.trace.hide(text);
    return { accessToken: text, expiresAt: expiry(text) };
  };
  const fresh = () => {
    const token = read();
    if (token.expiresAt > context.now()) return token;
    throw new CliError('E-SESSION-ENDED', `The token in ${file} has expired.`, {
      hint: signInHint(context.config),
    });
  };
  return {
    record: undefined,
    storage: `token file ${file}`,
    tokens: { current: read, renew: () => Promise.resolve(fresh()) },
    check: () => void fresh(),
    ready: () => Promise.resolve(void fresh()),
  };
};

const tokenOf = (secrets: Secrets | undefined): Token | undefined =>
  secrets?.accessToken === undefined
    ? undefined
    : { accessToken: secrets.accessToken, expiresAt: secrets.expiresAt ?? 0 };

const fromRecord = async (context: Context, record: SessionRecord): Promise<Session> => {
  const { trace, now } = context;
  const profile = context.config.profileName;
  const store: SecretStore = await openSecretStore(record.storage, context.folders);
  const secrets = await store.read(profile);
  let token = tokenOf(secrets);
  const hide = () => trace.hide(token?.accessToken);
  hide();
  trace.hide(secrets?.refreshToken);
  const isFresh = () => token !== undefined && token.expiresAt - now() > renewalThreshold;
  const renew = async () => {
    const { renewSecrets } = await import('./renew.ts');
    token = tokenOf(await renewSecrets(context, record, store));
    hide();
    return token;
  };
  return {
    record,
    storage: record.storage === 'file' ? 'file' : 'key store',
    tokens: {
      current: () => token,
      async renew() {
        try {
          return await renew();
        } catch (error) {
          throw await asApiError(error);
        }
      },
    },
    check() {
      if (secrets === undefined) throw lostSignIn(store, profile);
      // A machine renews its token with its key or secret.
      const isRenewable = secrets.refreshToken !== undefined || record.grant === 'client-credentials';
      if (!isFresh() && !isRenewable) throw new CliError('E-SESSION-ENDED');
    },
    async ready() {
      if (!isFresh()) await renew();
    },
  };
};

/** Inside a call only an ApiError passes unchanged; any other error is reported as a network failure. */
const asApiError = async (error: unknown): Promise<Error> => {
  const { ApiError } = await import('../../shared/client/apiError.ts');
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof CliError && error.exit === 'unavailable' ? 'E-NETWORK' : 'E-TOKEN-REVOKED';
  return new ApiError({ status: code === 'E-NETWORK' ? 0 : 401, code, message });
};

/** The sign-in of the current profile; without one, `ready` and `renew` throw E-NOT-SIGNED-IN. */
export const openSession = async (context: Context): Promise<Session> => {
  const { config, folders } = context;
  const file = config.get('tokenFile');
  if (file !== '') return fromTokenFile(context, context.pathOf(file));
  const record = readSessionRecord(folders, config.profileName);
  const api = config.get('api');
  if (record !== undefined && isSameHost(record.api, api)) return fromRecord(context, record);
  const notSignedIn = (): CliError =>
    record === undefined
      ? new CliError('E-NOT-SIGNED-IN', `You are not signed in to ${api} (profile ${config.profileName}).`, {
          hint: signInHint(config),
        })
      : new CliError(
          'E-NOT-SIGNED-IN',
          `Profile ${config.profileName} is signed in to ${record.api}, not to ${api} (from ${config.explain('api').source}).`,
          { hint: `${signInHint(config)} - or use the sign-in: add --api ${record.api}` },
        );
  return {
    record: undefined,
    storage: 'none',
    tokens: { current: () => undefined, renew: () => Promise.reject(notSignedIn()) },
    check() {
      throw notSignedIn();
    },
    ready: () => Promise.reject(notSignedIn()),
  };
};
