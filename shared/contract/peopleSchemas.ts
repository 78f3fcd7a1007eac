import { z } from 'zod';
import { auditEntry } from './audit.ts';
import { id } from './ids.ts';
import { userItem, user } from './userSchemas.ts';

const when = z.iso.datetime();

/** A row of the list of people of an organization (spec 2 section 7, Users). */
export const personItem = userItem.omit({ isSysAdmin: true }).extend({
  /** The caller's organization, or that of the network by which the person is listed; null for people of the platform. */
  organizationId: id.nullable(),
  /** When a deleted person left the organization. */
  removedAt: when.nullable(),
});
export type PersonItem = z.output<typeof personItem>;

/** A client that the account is signed in with: the web application, a command line, a connected application. */
export const connectedApplication = z.object({
  /** `carepost-web`, `carepost-cli`. */
  id: z.string(),
  signIns: z.int().positive(),
  startedAt: when,
});
export type ConnectedApplication = z.output<typeof connectedApplication>;

export const person = personItem.extend({
  ...user.pick({ jobTitle: true, phone: true, hasPassword: true, invitedAt: true, version: true }).shape,
  /** True where the person also belongs to organizations that the caller does not work in: their account is not changed here. */
  belongsElsewhere: z.boolean(),
  /** Empty where the person belongs elsewhere. */
  applications: z.array(connectedApplication),
});
export type Person = z.output<typeof person>;

/** Whether a user name is free, and the text of the field (spec 3 section 5). */
export const userNameCheck = z.object({
  username: z.string(),
  isValid: z.boolean(),
  isAvailable: z.boolean(),
  message: z.string(),
  /** The user name without the text behind it, such as "ann@x.org" of "ann@x.org (work)". */
  suggestion: z.string().nullable(),
});
export type UserNameCheck = z.output<typeof userNameCheck>;

/** An entry of the audit trail by or about a person. */
export const activity = auditEntry.omit({ runId: true });
export type Activity = z.output<typeof activity>;

const sourceFields = {
  type: z.enum(['DirectMessaging', 'Fax']),
  address: z.string(),
  displayName: z.string(),
  isEnabled: z.boolean(),
};
const ruleFields = {
  name: z.string(),
  /** Address of the sender; null for any. */
  from: z.string().nullable(),
  /** Address of the document source that receives; null for any. */
  to: z.string().nullable(),
  /** The document source of `to`. */
  documentSourceIds: z.array(id),
};

/** What the documents of a person can be chosen by: document sources and intake rules of the organization. */
export const assignable = z.object({
  documentSources: z.array(z.object({ id, ...sourceFields })),
  intakeRules: z.array(z.object({ id, ...ruleFields })),
});
export type Assignable = z.output<typeof assignable>;

const assignmentsOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    /** Of the person: send it back with a change. */
    version: z.int(),
  });

export const sourceAssignments = assignmentsOf(z.object({ organizationId: id, documentSourceId: id, ...sourceFields }));

export const ruleAssignments = assignmentsOf(z.object({ organizationId: id, intakeRuleId: id, ...ruleFields }));
