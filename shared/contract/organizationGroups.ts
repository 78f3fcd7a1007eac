import { z } from 'zod';
import { id } from './ids.ts';
import { optionalText, requiredText } from './texts.ts';

/** Groups of fields of the organization record that have a tab of their own (spec 1 section 2). */
export const responderType = z.enum([
  'DirectResponder',
  'ChildLocation',
  'GatewayResponder',
  'GatewayMember',
  'InitiatorOnly',
]);
export const entityType = z.enum(['Participant', 'Sub-Participant', 'Child']);

const carequality = {
  /** Off: no directory entry can be added, imported or activated. */
  isParticipating: z.boolean(),
  organizationOid: z.string().nullable(),
  responderType: responderType.nullable(),
};
const qhin = {
  isParticipating: z.boolean(),
  qhinName: z.string().nullable(),
  entityType: entityType.nullable(),
  participantOid: z.string().nullable(),
  parentOid: z.string().nullable(),
};
const direct = {
  /** Off: no direct address can be added or activated. */
  isEnabled: z.boolean(),
  providerId: id.nullable(),
  maxAddresses: z.int(),
  /** Local part of the default records address made at activation. */
  recordsName: z.string(),
};
const settings = {
  /** Off: its people sign in through the connection of its brand only. */
  passwordSignIn: z.boolean(),
  /** Get a copy of what is sent to the primary contact. */
  notificationEmails: z.array(z.string()),
};

export const organizationGroupsRead = {
  carequality: z.object(carequality),
  qhin: z.object(qhin),
  direct: z.object(direct),
  settings: z.object(settings),
  /** Its people may work from these addresses only; empty means from anywhere. */
  allowedIpAddresses: z.array(z.string()),
};

/** As written: a field that is left out stays as it is. Rules beyond the shape are in shared/rules/organizationGroups.ts. */
export const organizationGroupsWrite = {
  carequality: z
    .strictObject({
      isParticipating: z.boolean().optional(),
      organizationOid: optionalText(255),
      responderType: responderType.nullable().optional(),
    })
    .optional(),
  qhin: z
    .strictObject({
      isParticipating: z.boolean().optional(),
      qhinName: optionalText(255),
      entityType: entityType.nullable().optional(),
      participantOid: optionalText(255),
      parentOid: optionalText(255),
    })
    .optional(),
  direct: z
    .strictObject({
      isEnabled: z.boolean().optional(),
      providerId: id.nullable().optional(),
      maxAddresses: z.int().min(0).max(100_000).optional(),
      recordsName: requiredText(64).optional(),
    })
    .optional(),
  settings: z
    .strictObject({
      passwordSignIn: z.boolean().optional(),
      notificationEmails: z.array(requiredText(255)).max(20).optional(),
    })
    .optional(),
  allowedIpAddresses: z.array(requiredText(15)).max(200).optional(),
};
