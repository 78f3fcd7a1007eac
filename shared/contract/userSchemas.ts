import { z } from 'zod';
import { isEmail } from '../rules/email.ts';
import { identityProofStatuses } from '../rules/identityProofing.ts';
import { passwordMaxLength } from '../rules/password.ts';
import { planFeatures } from '../rules/plan.ts';
import { isPhone, phoneText } from '../rules/phone.ts';
import { userSortFields, userTextLimits } from '../rules/user.ts';
import { usernameTexts } from '../rules/username.ts';
import { roles } from './endpoint.ts';
import { id } from './ids.ts';
import { optionalText, requiredText } from './texts.ts';

const when = z.iso.datetime();

/** A row of the list (spec 1 section 3, User). */
export const userItem = z.object({
  id,
  /** First and last name. */
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  roleName: z.enum(roles),
  isSysAdmin: z.boolean(),
  isEnabled: z.boolean(),
  isDeleted: z.boolean(),
  /** The organization that the user works in now. */
  organizationId: id.nullable(),
  organizationName: z.string().nullable(),
  /** End of the last lock after failed sign-ins; null while the account is not locked. */
  lockedUntil: when.nullable(),
  hasTwoFactor: z.boolean(),
  createDate: when,
  lastLoginDate: when.nullable(),
});
export type UserItem = z.output<typeof userItem>;

/**
 * Where the user works now, which decides what they may do: the chosen organization or, while its login is disabled, another one of theirs. All
 * null and empty without an organization.
 */
const workplace = z.object({
  /** An administrator of one organization may be a plain member of this one. */
  roleName: z.enum(roles),
  organizationId: id.nullable(),
  organizationName: z.string().nullable(),
  /** Login ability of the organization. */
  isOrganizationEnabled: z.boolean().nullable(),
  /** True without an organization. */
  orgIsActivated: z.boolean(),
  brandName: z.string().nullable(),
  blockedFeatures: z.array(z.enum(planFeatures)),
  /** Network addresses that the organization allows; empty means all. */
  allowedIpAddresses: z.array(z.string()),
});

export const user = userItem.extend({
  jobTitle: z.string().nullable(),
  phone: z.string().nullable(),
  networkId: id.nullable(),
  networkName: z.string().nullable(),
  /** False until the user has created a password by the link of the invitation. */
  hasPassword: z.boolean(),
  invitedAt: when.nullable(),
  idProofStatus: z.enum(identityProofStatuses),
  /** Name of the identity document; null without one. */
  idProofFileName: z.string().nullable(),
  deletedAt: when.nullable(),
  workplace,
  version: z.int(),
});
export type User = z.output<typeof user>;

/** Fields that a user is created and saved with. */
export const userFields = {
  firstName: requiredText(userTextLimits.firstName),
  lastName: requiredText(userTextLimits.lastName),
  userName: z.string().trim().max(userTextLimits.userName).refine(isEmail, usernameTexts.invalid),
  jobTitle: optionalText(userTextLimits.jobTitle),
  phone: optionalText(userTextLimits.phone).refine((value) => !value || isPhone(value), phoneText),
};

export const newPassword = z.string().max(passwordMaxLength).optional();

const sortEntry = z.strictObject({ field: z.enum(userSortFields), dir: z.enum(['asc', 'desc']).default('asc') });

const sortProblem = `must be JSON such as {"field":"userName","dir":"asc"}, with one of the fields ${userSortFields.join(', ')}`;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The order as JSON: `{"field":"userName","dir":"desc"}`, or a list of one. */
export const userSort = z
  .string()
  .max(200)
  .transform((text, context) => {
    const value = parsed(text);
    const entry = sortEntry.safeParse(Array.isArray(value) && value.length === 1 ? value[0] : value);
    if (entry.success) return entry.data;
    context.addIssue({ code: 'custom', message: sortProblem });
    return z.NEVER;
  })
  .optional();

/** An organization that a user may work in. */
export const assignment = z.object({
  id,
  orgId: z.int(),
  name: z.string(),
  isAdministrator: z.boolean(),
  /** The one the user works in now. */
  isCurrent: z.boolean(),
  isEnabled: z.boolean(),
});
export type Assignment = z.output<typeof assignment>;

/** A sign-in that has not ended: a browser or a command line. */
export const session = z.object({
  id: z.string(),
  /** `carepost-web`, `carepost-cli`. */
  clientId: z.string(),
  startedAt: when,
  expiresAt: when.nullable(),
  /** The one that the caller uses. */
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

/** An event of the sign-in history. */
export const signInEvent = z.object({
  id: z.int(),
  at: when,
  /** `identity.signIn`, `identity.signInFailed`, `identity.locked` ... */
  action: z.string(),
  outcome: z.string(),
  address: z.string().nullable(),
  /** `password`, `code`, or the connection used. */
  method: z.string().nullable(),
  actorName: z.string(),
});
export type SignInEvent = z.output<typeof signInEvent>;

export const contact = z.object({
  id,
  name: z.string(),
  userName: z.string(),
  organizationName: z.string().nullable(),
});
export type Contact = z.output<typeof contact>;
