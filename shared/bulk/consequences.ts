import { thousands } from '../rules/thousands.ts';

/** An effect of a row besides the cells that it changes. */
export const consequenceKinds = {
  'activation-mail': {
    one: '1 person will get an activation e-mail',
    many: '{count} recipients will get an activation e-mail',
  },
  'card-subscription': {
    one: '1 subscription needs a manual change at the card provider',
    many: '{count} subscriptions need a manual change at the card provider',
  },
  'card-change': {
    one: '1 subscription that is paid by card changes at the payment provider',
    many: '{count} subscriptions that are paid by card change at the payment provider',
  },
  'free-plan': { one: '1 organization falls to the free plan', many: '{count} organizations fall to the free plan' },
  'records-address': {
    one: '1 organization gets its default records address',
    many: '{count} organizations get their default records address',
  },
  'login-off': {
    one: 'the users of 1 organization can no longer sign in',
    many: 'the users of {count} organizations can no longer sign in',
  },
  'default-moves': {
    one: '1 organization gets another default OID',
    many: '{count} organizations get another default OID',
  },
  'goes-with-it': {
    one: '1 record that belongs to a deleted organization goes with it',
    many: '{count} records that belong to deleted organizations go with them',
  },
  'emergency-users': {
    one: '1 user works in an organization of the emergency',
    many: '{count} users work in organizations of emergencies',
  },
  'outbound-sync': {
    one: '1 sync with the customer-messaging service is started',
    many: '{count} syncs with the customer-messaging service are started',
  },
  'password-mail': {
    one: '1 user will get a mail to create or choose a password',
    many: '{count} users will get a mail to create or choose a password',
  },
  'users-disabled': {
    one: '1 user can no longer sign in, and all sessions of the user end',
    many: '{count} users can no longer sign in, and all of their sessions end',
  },
  'users-signed-out': {
    one: '1 user is logged out everywhere',
    many: '{count} users are logged out everywhere',
  },
  'logo-lost': {
    one: '1 logo is deleted; an undo does not restore it',
    many: '{count} logos are deleted; an undo does not restore them',
  },
  'service-account-lost': {
    one: '1 service account is deleted; an undo does not restore it',
    many: '{count} service accounts are deleted; an undo does not restore them',
  },
  'fax-status-lost': {
    one: '1 fax number loses its status; after an undo it is Provisioning',
    many: '{count} fax numbers lose their status; after an undo they are Provisioning',
  },
  irreversible: { one: '1 row cannot be undone', many: '{count} rows cannot be undone' },
} as const;

export type ConsequenceKind = keyof typeof consequenceKinds;

/** `count` users, subscriptions or organizations, in the text of the kind. */
export interface Consequence {
  readonly kind: ConsequenceKind;
  readonly count: number;
}

export type ConsequenceTotals = Partial<Readonly<Record<ConsequenceKind, number>>>;

/** The totals as texts, most serious kinds first, in the order of the catalogue. */
export const consequenceTexts = (totals: ConsequenceTotals): string[] =>
  (Object.keys(consequenceKinds) as ConsequenceKind[]).flatMap((kind) => {
    const count = totals[kind] ?? 0;
    if (count === 0) return [];
    const { one, many } = consequenceKinds[kind];
    return [count === 1 ? one : many.replace('{count}', thousands(count))];
  });

const lostKinds = [
  'logo-lost',
  'service-account-lost',
  'fax-status-lost',
] as const satisfies readonly ConsequenceKind[];

/** What an undo does not restore, as texts. */
export const lostTexts = (totals: ConsequenceTotals): string[] =>
  lostKinds.flatMap((kind) => consequenceTexts({ [kind]: totals[kind] ?? 0 }));

export const addConsequences = (totals: ConsequenceTotals, consequences: readonly Consequence[]): ConsequenceTotals => {
  const sum: Partial<Record<ConsequenceKind, number>> = { ...totals };
  for (const { kind, count } of consequences) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
};
