import { z } from 'zod';
import { homeNumbers } from '../rules/homeNumbers.ts';
import { organizationNumbers, organizationTasks } from '../rules/organizationHome.ts';
import { subscriptionStatuses } from '../rules/subscription.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { activity } from './peopleSchemas.ts';

export const homeNumber = z.object({
  name: z.enum(homeNumbers),
  /** The record that the number is about, where there is one number for each. */
  recordId: id.nullable(),
  recordName: z.string().nullable(),
  /** Null where it could not be read; the others are not affected. */
  count: z.int().nonnegative().nullable(),
  /** The page of the web application that lists what is counted. */
  path: z.string(),
});
export type HomeNumberRow = z.output<typeof homeNumber>;

/** What the home page of an organization's administrator shows. */
export const organizationHome = z.object({
  /** Time of the snapshot that everything is of. */
  at: z.iso.datetime(),
  organizationName: z.string(),
  isActivated: z.boolean(),
  subscription: z.object({
    status: z.enum(subscriptionStatuses),
    /** Last time of use, where it is canceled. */
    cancelAt: z.iso.datetime().nullable(),
    planName: z.string(),
    /** -1 means unlimited. */
    allowedUsers: z.int(),
    memberCount: z.int().nonnegative(),
  }),
  tasks: z.array(z.object({ name: z.enum(organizationTasks), count: z.int().nonnegative(), path: z.string() })),
  numbers: z.array(
    z.object({
      name: z.enum(organizationNumbers),
      count: z.int().nonnegative(),
      /** The page of the web application that lists what is counted; null where there is none for administrators. */
      path: z.string().nullable(),
    }),
  ),
  /** The newest changes by members of the organization in it. */
  events: z.array(activity),
});
export type OrganizationHome = z.output<typeof organizationHome>;

/** Home of the platform administrators, and of the administrators of organizations. */
export const home = {
  organization: endpoint({
    method: 'GET',
    path: '/api/home',
    summary: 'State of the own organization: what is left to do, people and plan, addresses, failures, newest changes',
    access: ['Administrator'],
    audited: true,
    response: { kind: 'json', schema: organizationHome },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'The landing page of administrators says what is left to do; each number leads to the list behind it.',
  }),
  numbers: endpoint({
    method: 'GET',
    path: '/api/admin/home/numbers',
    summary:
      'What needs attention: organizations by state, locked users, blocked integrations, alerts, failed workflows and jobs',
    access: ['SysAdmin'],
    response: {
      kind: 'json',
      schema: z.object({
        /** Time of the snapshot that all numbers are of. */
        at: z.iso.datetime(),
        items: z.array(homeNumber),
      }),
    },
    errors: [],
    beyondSpec: 'Administrators see what needs attention on one page, whose numbers lead to the lists behind them.',
  }),
};
