import { type Context, defineCommand } from '../command.ts';
import type { Secrets } from '../session/secretStore.ts';
import { readSessionRecord, removeSessionRecord, type SessionRecord } from '../session/sessionRecord.ts';

/** Revokes the token at the sign-in service; false when the service does not confirm it. */
const revoke = async (context: Context, record: SessionRecord, secrets: Secrets | undefined): Promise<boolean> => {
  const token = secrets?.refreshToken ?? secrets?.accessToken;
  if (token === undefined) return false;
  const [oidc, { createHttp }, { openProvider }] = await Promise.all([
    import('openid-client'),
    import('../network/http.ts'),
    import('../session/provider.ts'),
  ]);
  context.trace.hide(token);
  const { issuer, clientId } = record;
  try {
    const http = await createHttp(context, issuer);
    const server = record.server as import('openid-client').ServerMetadata;
    const provider = await openProvider({ http, issuer, clientId, server });
    await oidc.tokenRevocation(provider, token);
    return true;
  } catch {
    return false;
  }
};

export const command = defineCommand({
  name: 'logout',
  summary: 'Log out: revoke the sign-in at the service and remove it from this machine',
  takes: ['record'],
  fields: ['profile', 'signedOut', 'revoked'],
  otherCalls: ['the revocation endpoint of the sign-in service'],
  exits: ['unavailable'],
  examples: ['', '--profile staging'],
  async run(context) {
    const { config, folders, terminal } = context;
    const profile = config.profileName;
    const record = readSessionRecord(folders, profile);
    if (record === undefined) {
      terminal.note(`You are not signed in (profile ${profile}).`);
      await context.output.record({ profile, signedOut: false, revoked: false });
      return undefined;
    }
    const { openSecretStore } = await import('../session/secretStore.ts');
    const store = await openSecretStore(record.storage, folders);
    const secrets = await store.read(profile);
    // First on this machine: where that fails, the sign-in stays valid and can be removed later.
    await store.remove(profile);
    await removeSessionRecord(folders, profile);
    const isMachine = record.grant === 'client-credentials';
    const revoked = !isMachine && (await revoke(context, record, secrets));
    if (isMachine)
      terminal.note('The access token of a machine cannot be revoked: it ends by itself within 15 minutes.');
    await context.output.record({ profile, signedOut: true, revoked });
    if (revoked || isMachine) return undefined;
    const why =
      secrets === undefined
        ? 'its tokens could not be read here, so the sign-in is still valid: end it in My account'
        : 'the sign-in service did not confirm the revocation';
    return { exit: 'unavailable', message: `removed from this machine, but ${why}` };
  },
});
