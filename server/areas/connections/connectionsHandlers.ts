import { isDeepStrictEqual } from 'node:util';
import { connections as contract } from '../../../shared/contract/connections.ts';
import { audit, type AuditEvent } from '../../database/audit.ts';
import { newId } from '../../database/newId.ts';
import { violatedConstraint } from '../../database/sqlState.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { refuseServerSetChanges } from '../../http/serverSetFields.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { testConnection } from '../../identity/connections/testConnection.ts';
import { normalizeIssuer } from '../../identity/links/identityLinks.ts';
import { isPrivateHost } from '../../jobs/privateHost.ts';
import {
  type ConnectionRow,
  connectionPage,
  countDependents,
  deleteConnection,
  holdOrganization,
  insertConnection,
  isOnlyWayIn,
  lockConnection,
  readConnection,
  storedConnection,
  updateConnection,
} from './connectionsStore.ts';

const targetType = 'connection';

const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new ApiProblem('E-NOT-FOUND');
  return value;
};

const refuse = (field: string, text: string) =>
  new ApiProblem('E-REQUEST-INVALID', { modelState: { [field]: [text] } });

type Fields = Pick<ConnectionRow, 'displayName' | 'issuer' | 'clientId' | 'isEnabled' | 'trustedDomains'>;

const fieldsOf = ({ displayName, issuer, clientId, isEnabled, trustedDomains }: ConnectionRow): Fields => ({
  displayName,
  issuer,
  clientId,
  isEnabled,
  trustedDomains,
});

type Values = Readonly<Record<string, unknown>>;

/** Fields before and after; the secret appears as a word only. `secret` undefined: it stays. */
const changesOf = (
  before: Values,
  after: Values,
  hadSecret: boolean,
  secret?: string | null,
): AuditEvent['changes'] => ({
  ...Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => !isDeepStrictEqual(value, before[name] ?? null))
      .map(([name, value]) => [name, { before: before[name] ?? null, after: value }]),
  ),
  ...(secret === undefined || (secret === null && !hadSecret)
    ? {}
    : {
        clientSecret: { before: hadSecret ? '(hidden)' : null, after: secret === null ? null : '(hidden, new)' },
      }),
});

/** Single sign-on connections of organizations. */
export const connectionsHandlers = ({ config, database, secrets }: Services): Handlers<typeof contract> => {
  /** One spelling for an issuer that people of an organization may sign in at. */
  const acceptedIssuer = (issuer: string): string => {
    if (normalizeIssuer(issuer) === normalizeIssuer(`${config.publicUrl}/oidc`))
      throw refuse('issuer', 'is this installation itself: enter the issuer of the other provider');
    const { hostname, protocol } = new URL(issuer);
    if (!config.sso.allowPrivate && isPrivateHost(hostname))
      throw refuse('issuer', 'must be a public address: private, loopback and link-local addresses are refused');
    if (config.production && protocol !== 'https:') throw refuse('issuer', 'must begin with https://');
    return issuer;
  };

  const refuseLockOut = async (tx: Transaction, row: ConnectionRow) => {
    const { name } = row;
    if (await isOnlyWayIn(tx, row))
      throw new ApiProblem('E-IN-USE', {
        message: `The organization of the connection "${name}" has no password sign-in and would have no way to sign in.`,
      });
    const count = await countDependents(tx, name);
    if (count === 0) return;
    const who = count === 1 ? 'An organization' : `${count} organizations`;
    throw new ApiProblem('E-IN-USE', {
      message: `${who} without password sign-in would have no way to sign in: the connection of the brand is "${name}".`,
    });
  };

  return {
    list: ({ query }) => connectionPage(database, config, query),

    get: async ({ params }) => existing(await readConnection(database.db, config, params.id)),

    create: ({ body }, context) =>
      inTransaction(database, async (tx) => {
        const { name, organizationId, clientSecret = null } = body;
        const { displayName = name, clientId, domains = [], isEnabled = true } = body;
        if (!(await holdOrganization(tx, organizationId)))
          throw refuse('organizationId', 'There is no such organization.');
        const fields = {
          displayName,
          issuer: acceptedIssuer(body.issuer),
          clientId,
          isEnabled,
          trustedDomains: domains,
        };
        const id = newId();
        await insertConnection(tx, {
          ...fields,
          id,
          name,
          organizationId,
          clientSecret: clientSecret === null ? null : secrets.sealConnection(name, clientSecret),
          createdBy: context.actor.name,
          modifiedBy: context.actor.name,
        });
        const changes = changesOf({}, { name, organizationId, ...fields }, false, clientSecret);
        await audit(tx, context, { action: 'connections.create', targetType, targetId: id, changes });
        return existing(await readConnection(tx, config, id));
      }).catch((error: unknown) => {
        if (violatedConstraint(error) !== 'sso_connections_pkey') throw error;
        const text = `"${body.name}" already exists. Choose another name.`;
        throw new ApiProblem('E-NAME-TAKEN', { cause: error, modelState: { name: [text] } });
      }),

    update: ({ params: { id }, body }, context) =>
      inTransaction(database, async (tx) => {
        const row = existing(await lockConnection(tx, id));
        const versionChecked = checkVersion(row.version, context, body.version);
        await refuseServerSetChanges(contract.update, body, () => readConnection(tx, config, id));
        const before = fieldsOf(row);
        const { displayName, issuer, clientId, isEnabled, domains, clientSecret } = body;
        const isOther = issuer !== undefined && normalizeIssuer(issuer) !== normalizeIssuer(row.issuer);
        // Otherwise a stored secret could be read by sending it to a provider of one's own.
        if (isOther && row.clientSecret !== null && clientSecret === undefined)
          throw refuse('clientSecret', 'must be entered again, because the issuer is another one');
        const fields: Fields = {
          displayName: displayName ?? row.displayName,
          issuer: issuer === undefined || issuer === row.issuer ? row.issuer : acceptedIssuer(issuer),
          clientId: clientId ?? row.clientId,
          isEnabled: isEnabled ?? row.isEnabled,
          trustedDomains: domains ?? row.trustedDomains,
        };
        if (row.isEnabled && !fields.isEnabled) await refuseLockOut(tx, row);
        const changes = changesOf({ ...before }, { ...fields }, row.clientSecret !== null, clientSecret);
        if (Object.keys(changes).length > 0)
          await updateConnection(tx, id, {
            ...fields,
            ...(clientSecret === undefined
              ? {}
              : { clientSecret: clientSecret === null ? null : secrets.sealConnection(row.name, clientSecret) }),
            modifiedBy: context.actor.name,
          });
        await audit(tx, context, { action: 'connections.update', targetType, targetId: id, changes, versionChecked });
        return existing(await readConnection(tx, config, id));
      }),

    delete: ({ params: { id } }, context) =>
      inTransaction(database, async (tx) => {
        const row = existing(await lockConnection(tx, id));
        const versionChecked = checkVersion(row.version, context);
        await refuseLockOut(tx, row);
        await deleteConnection(tx, id);
        const { name, organizationId } = row;
        const before = { name, organizationId, ...fieldsOf(row) };
        const changes = Object.fromEntries(
          Object.entries(before).map(([field, value]) => [field, { before: value, after: null }]),
        );
        await audit(tx, context, { action: 'connections.delete', targetType, targetId: id, changes, versionChecked });
        return undefined;
      }),

    test: async ({ params: { id } }, context) => {
      const row = existing(await storedConnection(database, id));
      const { issuer, clientId, name } = row;
      const clientSecret = row.clientSecret && (await secrets.openConnectionSecret(name, row.clientSecret));
      const result = await testConnection({ issuer, clientId, clientSecret }, config);
      await inTransaction(database, (tx) => {
        const last = result.steps.at(-1);
        const after = result.isOk ? 'passed' : `failed: ${last?.name}`;
        const changes = { result: { before: null, after } };
        return audit(tx, context, { action: 'connections.test', targetType, targetId: id, changes });
      });
      return result;
    },
  };
};
