import type { Organization } from '../../../../shared/contract/organizationSchemas.ts';
import { entityTypes, responderTypes } from '../../../../shared/rules/carequality.ts';
import type { organizations } from '../../../database/schema/organizations.ts';

type Row = typeof organizations.$inferSelect;

/** The columns of the fields of each group (shared/contract/organizationGroups.ts). */
export const groupColumns = {
  carequality: {
    isParticipating: 'carequalityIsParticipating',
    organizationOid: 'carequalityOid',
    responderType: 'carequalityResponderType',
  },
  qhin: {
    isParticipating: 'qhinIsParticipating',
    qhinName: 'qhinName',
    entityType: 'qhinEntityType',
    participantOid: 'qhinParticipantOid',
    parentOid: 'qhinParentOid',
  },
  direct: {
    isEnabled: 'directIsEnabled',
    providerId: 'directProviderId',
    maxAddresses: 'directMaxAddresses',
    recordsName: 'directRecordsName',
  },
  settings: {
    passwordSignIn: 'passwordSignIn',
    notificationEmails: 'notificationEmails',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, keyof Row>>>>;

const member = <const T extends string>(all: readonly T[], value: string | null): T | null =>
  all.find((known) => known === value) ?? null;

type Groups = Pick<Organization, 'carequality' | 'qhin' | 'direct' | 'settings' | 'allowedIpAddresses'>;

export const groupsOf = (row: Row): Groups => ({
  carequality: {
    isParticipating: row.carequalityIsParticipating,
    organizationOid: row.carequalityOid,
    responderType: member(responderTypes, row.carequalityResponderType),
  },
  qhin: {
    isParticipating: row.qhinIsParticipating,
    qhinName: row.qhinName,
    entityType: member(entityTypes, row.qhinEntityType),
    participantOid: row.qhinParticipantOid,
    parentOid: row.qhinParentOid,
  },
  direct: {
    isEnabled: row.directIsEnabled,
    providerId: row.directProviderId,
    maxAddresses: row.directMaxAddresses,
    recordsName: row.directRecordsName,
  },
  settings: {
    passwordSignIn: row.passwordSignIn,
    notificationEmails: row.notificationEmails,
  },
  allowedIpAddresses: row.allowedIpAddresses,
});
