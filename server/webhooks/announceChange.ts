import type { WebhookEvent } from '../../shared/rules/webhook.ts';
import type { Transaction } from '../database/queryBuilder.ts';
import { statement } from '../database/statement.ts';
import { announce } from './announce.ts';

/** A change as the audit trail has it. */
interface Change {
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

type Changes = Change['changes'];

const switched =
  (on: WebhookEvent, off: WebhookEvent) =>
  ({ isEnabled }: Changes): WebhookEvent[] =>
    isEnabled === undefined ? [] : [isEnabled.after === true ? on : off];
const organizationSwitch = switched('organization.enabled', 'organization.disabled');
const userSwitch = switched('user.enabled', 'user.disabled');

/** An update also switches the record where the field is part of it; a save that changes nothing is no event. */
const updated =
  (name: WebhookEvent, switches: (changes: Changes) => WebhookEvent[] = () => []) =>
  (changes: Changes): WebhookEvent[] => {
    const { isEnabled: _switch, ...others } = changes;
    return [...switches(changes), ...(Object.keys(others).length > 0 ? [name] : [])];
  };

const always = (name: WebhookEvent) => (): WebhookEvent[] => [name];

/** Events of the actions in the audit trail: whatever writes such an audit row announces the event in the same transaction. */
const eventsOfActions: Readonly<Record<string, (changes: Changes) => WebhookEvent[]>> = {
  'organizations.create': always('organization.created'),
  'organizations.update': updated('organization.updated', organizationSwitch),
  'organizations.enable': organizationSwitch,
  'organizations.activate': updated('organization.activated'),
  'organizations.delete': always('organization.deleted'),
  // One row for the organization and one for its administrator.
  'registration.complete': ({ userName }) => [userName === undefined ? 'organization.created' : 'user.created'],
  'users.create': always('user.created'),
  'users.createSystemAdministrator': always('user.created'),
  'users.update': updated('user.updated', userSwitch),
  'users.setSystemAdministrator': updated('user.updated'),
  'users.assign': updated('user.updated'),
  'users.unassign': updated('user.updated'),
  'users.enable': userSwitch,
  'users.delete': always('user.deleted'),
  'people.create': always('user.created'),
  'people.update': updated('user.updated'),
  'people.setDocumentSources': updated('user.updated'),
  'people.setRules': updated('user.updated'),
  'people.enable': userSwitch,
  // Of a person with another organization the account stays.
  'people.delete': ({ userName }) => [userName === undefined ? 'user.updated' : 'user.deleted'],
  'emergencies.create': always('emergency.created'),
  'emergencies.update': updated('emergency.updated'),
  'emergencies.enable': always('emergency.enabled'),
  'emergencies.disable': always('emergency.disabled'),
  'emergencies.ended': always('emergency.disabled'),
};

/** Announces the events of a change to the webhooks that subscribe to them. */
export async function announceChange(
  tx: Transaction,
  { action, targetType, targetId, changes }: Change,
): Promise<void> {
  const types = eventsOfActions[action]?.(changes) ?? [];
  if (types.length === 0) return;
  const organizationIds = await organizationsOf(tx, targetType, targetId);
  for (const type of types) await announce(tx, { type, data: { [`${targetType}Id`]: targetId }, organizationIds });
}

async function organizationsOf(tx: Transaction, targetType: string, id: string): Promise<string[]> {
  if (targetType === 'organization') return [id];
  if (targetType !== 'user') return [];
  return (await organizationsOfUser(tx, [id])).map(({ organizationId }) => organizationId);
}

/** The current organization of the user first. */
const organizationsOfUser = statement<{ organizationId: string }>(
  'webhook-organizations-of-user',
  `select organization_id as "organizationId" from users where id = $1::uuid and organization_id is not null
   union
   select organization_id from organization_users where user_id = $1::uuid`,
);
