import { certificateSoonDays } from './certificate.ts';

/** Numbers of the administrators' home page, each with the page that lists what it counts. Its total is the number. */
const filtered = (resource: string, filter?: object) =>
  `/admin/${resource}${filter === undefined ? '' : `?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`}`;

const dashboard = '/admin/dashboard/messaging';

const paths = {
  organizations: filtered('organizations'),
  organizationsActivated: filtered('organizations', { isActivated: true }),
  organizationsNotActivated: filtered('organizations', { isActivated: false }),
  organizationsDisabled: filtered('organizations', { isEnabled: false }),
  organizationsCanceling: filtered('organizations', { cancelling: true }),
  usersLocked: filtered('users', { state: 'locked' }),
  usersDisabled: filtered('users', { state: 'disabled' }),
  integrationBlocked: filtered('integrations'),
  webhooksFailing: filtered('webhooks', { isFailing: 'true' }),
  certificatesEnding: filtered('certificates', { endsWithinDays: String(certificateSoonDays) }),
  certificatesInvalid: filtered('certificates', { hasProblem: 'true' }),
  emergenciesScheduled: filtered('emergencies', { state: 'scheduled' }),
  alertsOpen: dashboard,
  workflowsFailed: `${dashboard}/workflows?status=Failed`,
  jobsFailed: dashboard,
} as const;

export type HomeNumber = keyof typeof paths;
export const homeNumbers = Object.keys(paths) as readonly HomeNumber[] as readonly [HomeNumber, ...HomeNumber[]];

/** The page behind a number; a number of one integration leads to its organizations that the whitelist blocks. */
export const homeNumberPath = (name: HomeNumber, recordId: string | null): string =>
  name === 'integrationBlocked' && recordId !== null
    ? filtered(`integrations/${recordId}`, { isAllowed: 'false' })
    : paths[name];
