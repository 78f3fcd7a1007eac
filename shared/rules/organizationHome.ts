/** Numbers of an organization's home page, each with the page that lists exactly what it counts; null where its administrators have none. */
const listed = (path: string, filter: object) =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
const people = '/account/people';

export const organizationNumberPaths = {
  people,
  administrators: listed(people, { roleName: 'Administrator' }),
  peopleDisabled: listed(people, { state: 'disabled' }),
  peopleInvited: listed(people, { state: 'invited' }),
  peopleLocked: '/admin/lockedusers',
  webhooks: '/admin/webhooks',
  webhooksFailing: listed('/admin/webhooks', { isFailing: 'true' }),
  directAddresses: null,
  faxNumbers: null,
  messagesFailed: null,
} as const satisfies Readonly<Record<string, string | null>>;

export type OrganizationNumber = keyof typeof organizationNumberPaths;
// Object.keys gives strings only; the list is not empty.
export const organizationNumbers = Object.keys(organizationNumberPaths) as unknown as readonly [
  OrganizationNumber,
  ...OrganizationNumber[],
];

/** What an administrator still has to do, each with the page where it is done. */
export const organizationTaskPaths = {
  unlock: organizationNumberPaths.peopleLocked,
  inviteAgain: organizationNumberPaths.peopleInvited,
  repairWebhooks: organizationNumberPaths.webhooksFailing,
  secondAdministrator: organizationNumberPaths.people,
  planFull: '/account/subscription',
  payCheckout: '/account/subscription',
  subscriptionEnds: '/account/subscription',
  subscriptionEnded: '/account/subscription',
} as const satisfies Readonly<Record<string, string>>;

export type OrganizationTask = keyof typeof organizationTaskPaths;
// As above.
export const organizationTasks = Object.keys(organizationTaskPaths) as unknown as readonly [
  OrganizationTask,
  ...OrganizationTask[],
];

/** Failed messages are counted for as many days. */
export const failedMessageDays = 30;
/** Newest events on the page. */
export const newestEventCount = 10;
