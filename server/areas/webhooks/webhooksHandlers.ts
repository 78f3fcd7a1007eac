import { isDeepStrictEqual } from 'node:util';
import { serverSetFields } from '../../../shared/contract/texts.ts';
import { webhooks as contract } from '../../../shared/contract/webhooks.ts';
import {
  currentEventNames,
  isPlatformEvent,
  webhookAuthenticationNames,
  webhookAuthentications,
  type WebhookAuthentication,
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from '../../../shared/rules/webhook.ts';
import { audit, type AuditEvent } from '../../database/audit.ts';
import { newId } from '../../database/newId.ts';
import { violatedConstraint } from '../../database/sqlState.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { shownUrl } from '../../exchange/notifications/shownUrl.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Actor, RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { refuseServerSetChanges } from '../../http/serverSetFields.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { bodyOf } from '../../webhooks/deliveryRequest.ts';
import { addTestDelivery, attemptsOf, restartDelivery } from '../../webhooks/deliveryStore.ts';
import { fieldsAfter, type SecretChange, type WebhookFields } from './savedWebhook.ts';
import {
  lockCount,
  deleteWebhook,
  deliveryOf,
  deliveryPage,
  findDelivery,
  findWebhook,
  holdOrganization,
  insertWebhook,
  lockDelivery,
  lockWebhook,
  updateWebhook,
  webhookPage,
  type WebhookRow,
} from './webhooksStore.ts';

const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new ApiProblem('E-NOT-FOUND');
  return value;
};

const targetType = 'webhook';

type Fields = Readonly<Record<string, unknown>>;

/** A value for the audit trail: addresses without their query, where receivers like to have secrets. */
const auditedValue = (name: string, value: unknown): unknown =>
  name === 'url' && typeof value === 'string' ? shownUrl(value) : (value ?? null);

/** Fields before and after. The secret appears as a word only. */
const changesOf = (before: Fields, after: Fields, secret?: SecretChange): AuditEvent['changes'] => {
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name] ?? null));
  return {
    ...Object.fromEntries(
      changed.map(([name, value]) => [
        name,
        { before: auditedValue(name, before[name]), after: auditedValue(name, value) },
      ]),
    ),
    ...(secret === undefined || secret.value === undefined || (secret.value === null && !before['hasSecret'])
      ? {}
      : { secret: { before: before['hasSecret'] ? '(hidden)' : null, after: secret.value ? '(hidden, new)' : null } }),
  };
};

const fieldsOf = (row: WebhookRow): WebhookFields => ({
  name: row.name,
  url: row.url,
  events: row.events as WebhookEvent[],
  authenticationType: row.authenticationType as WebhookAuthentication,
  userName: row.userName,
  isEnabled: row.isEnabled,
});

/** Webhooks of organizations and of the platform, and their delivery log. */
export const webhooksHandlers = (services: Services): Handlers<typeof contract> => {
  const { config, database, secrets } = services;
  const { allowPrivate } = config.exchange.webhooks;

  type Body = Parameters<Handlers<typeof contract>['save']>[0]['body'];

  const add = async (tx: Transaction, context: RequestContext, body: Body) => {
    const sent = serverSetFields(contract.save.body).filter((name) => body[name as keyof Body] !== undefined);
    if (sent.length > 0) throw invalid(Object.fromEntries(sent.map((name) => [name, 'is set by the server'])));
    const organizationId = await organizationOf(tx, context.actor, body.organizationId);
    const { fields, secret } = fieldsAfter({ organizationId }, body, allowPrivate);
    if ((await lockCount(tx, organizationId)) >= webhookLimits.perOrganization) throw new ApiProblem('E-WEBHOOK-LIMIT');
    const id = newId();
    const { name: author } = context.actor;
    await insertWebhook(tx, {
      ...fields,
      id,
      organizationId,
      events: [...fields.events],
      secret: secret.value ? secrets.sealWebhook(id, secret.value) : null,
      createdBy: author,
      modifiedBy: author,
    });
    const changes = changesOf({}, { ...fields, organizationId }, secret);
    await audit(tx, context, { action: 'webhooks.save', targetType, targetId: id, changes });
    return { ...existing(await findWebhook(tx, context.actor, id)), secret: secret.generated };
  };

  const change = async (tx: Transaction, context: RequestContext, id: string, body: Body) => {
    const row = existing(await lockWebhook(tx, context.actor, id));
    const versionChecked = checkVersion(row.version, context, body.version);
    const read = async () => ({ ...(await findWebhook(tx, context.actor, id)), secret: null });
    await refuseServerSetChanges(contract.save, body, read);
    if (body.organizationId !== undefined && body.organizationId !== row.organizationId)
      throw invalid({ organizationId: 'cannot be changed: add another webhook for that organization' });
    const before = fieldsOf(row);
    const { fields, secret } = fieldsAfter({ ...row, fields: before }, body, allowPrivate);
    const changes = changesOf({ ...before, hasSecret: row.secret !== null }, { ...fields }, secret);
    if (Object.keys(changes).length > 0) {
      await updateWebhook(tx, id, {
        ...fields,
        events: [...fields.events],
        ...(secret.value === undefined ? {} : { secret: secret.value && secrets.sealWebhook(id, secret.value) }),
        ...(fields.isEnabled === row.isEnabled ? {} : { disabledByFailuresAt: null, failingSince: null }),
        modifiedBy: context.actor.name,
      });
    }
    await audit(tx, context, { action: 'webhooks.save', targetType, targetId: id, changes, versionChecked });
    return { ...existing(await findWebhook(tx, context.actor, id)), secret: secret.generated };
  };

  /** `instead` of the end of the transaction: it is thrown when all is checked, so nothing is stored. */
  const save = (context: RequestContext, body: Body, instead?: Error) =>
    inTransaction(database, async (tx) => {
      const saved = await (body.id === undefined ? add(tx, context, body) : change(tx, context, body.id, body));
      if (instead !== undefined) throw instead;
      return saved;
    }).catch((error: unknown) => {
      if (violatedConstraint(error) !== 'webhooks_name') throw error;
      const text = `"${body.name}" already exists. Choose another name.`;
      throw new ApiProblem('E-NAME-TAKEN', { cause: error, modelState: { name: [text] } });
    });

  return {
    list: ({ query }, { actor }) => webhookPage(database, actor, query),

    events: async (_input, { actor }) => ({
      items: currentEventNames
        .filter((id) => actor.role === 'SysAdmin' || !isPlatformEvent(id))
        .map((id) => ({ id, name: webhookEvents[id].text, isPlatformOnly: isPlatformEvent(id) })),
    }),

    authenticationTypes: async () => ({
      items: webhookAuthenticationNames.map((id) => ({ id, ...webhookAuthentications[id] })),
    }),

    get: async ({ params }, { actor }) => existing(await findWebhook(database.db, actor, params.id)),

    save: ({ body }, context) => save(context, body),

    check: async ({ body }, context) => {
      const checked = new Error('only checked');
      await save(context, body, checked).catch((error: unknown) => {
        if (error !== checked) throw error;
      });
      return undefined;
    },

    delete: ({ params: { id } }, context) =>
      inTransaction(database, async (tx) => {
        const row = existing(await lockWebhook(tx, context.actor, id));
        const versionChecked = checkVersion(row.version, context);
        await deleteWebhook(tx, id);
        const before = { ...fieldsOf(row), organizationId: row.organizationId };
        const changes = Object.fromEntries(
          Object.entries(before).map(([name, value]) => [name, { before: auditedValue(name, value), after: null }]),
        );
        await audit(tx, context, { action: 'webhooks.delete', targetType, targetId: id, changes, versionChecked });
        return undefined;
      }),

    test: ({ params: { id } }, context) =>
      inTransaction(database, async (tx) => {
        const row = existing(await lockWebhook(tx, context.actor, id));
        const deliveryId = await addTestDelivery(tx, row);
        const changes = { delivery: { before: null, after: deliveryId } };
        await audit(tx, context, { action: 'webhooks.test', targetType, targetId: id, changes });
        return deliveryOf(existing(await findDelivery(tx, context.actor, deliveryId)));
      }),

    deliveries: ({ query }, { actor }) => deliveryPage(database, actor, query),

    delivery: async ({ params: { id } }, { actor }) => {
      const row = existing(await findDelivery(database.db, actor, id));
      const attempts = await attemptsOf(database.db, id);
      return {
        ...deliveryOf(row),
        body: bodyOf(row),
        attempts: attempts.map(({ startedAt, ...attempt }, index) => ({
          ...attempt,
          number: index + 1,
          startedAt: startedAt.toISOString(),
        })),
      };
    },

    redeliver: ({ params: { id } }, context) =>
      inTransaction(database, async (tx) => {
        const row = existing(await lockDelivery(tx, context.actor, id));
        if (row.status === 'In Progress') throw new ApiProblem('E-WEBHOOK-UNDERWAY');
        const { isTest } = deliveryOf(row);
        if (!row.webhookIsEnabled && !isTest) throw new ApiProblem('E-WEBHOOK-DISABLED');
        await restartDelivery(tx, id);
        const changes = { [`delivery ${id}`]: { before: row.status, after: 'Pending' } };
        await audit(tx, context, { action: 'webhooks.redeliver', targetType, targetId: row.webhookId, changes });
        return deliveryOf(existing(await findDelivery(tx, context.actor, id)));
      }),
  };
};

const invalid = (problems: Readonly<Record<string, string>>) =>
  new ApiProblem('E-REQUEST-INVALID', {
    modelState: Object.fromEntries(Object.entries(problems).map(([field, text]) => [field, [text]])),
  });

/** The organization of a new webhook: an administrator's own, or what a platform administrator names. */
async function organizationOf(tx: Transaction, actor: Actor, sent: string | null | undefined): Promise<string | null> {
  const isPlatform = actor.role === 'SysAdmin';
  if (isPlatform && !sent) return null;
  const id = sent ?? actor.organizationId;
  // The same text for an organization that does not exist and for one of others.
  if (id === null || (!isPlatform && id !== actor.organizationId) || !(await holdOrganization(tx, id)))
    throw invalid({ organizationId: 'There is no such organization.' });
  return id;
}
