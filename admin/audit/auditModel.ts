import { auditOutcomeNames, type AuditOutcome } from '../../shared/contract/auditOutcomes.ts';
import { wire } from '../../shared/contract/wire.ts';
import type { PageAddress } from '../components/usePageAddress.ts';
import { addDays, isCalendarDate } from '../../shared/rules/dates.ts';

export const auditPath = '/admin/audit';
export const filterNames = ['runId', 'action', 'actor', 'outcome', 'from', 'to'] as const;

/** Midnight of a day where the reader is. */
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

const isRunId = (text: string): boolean => /^[\w.:-]{1,100}$/.test(text);

export const outcomeNamed = (text: string): AuditOutcome | undefined => auditOutcomeNames.find((name) => name === text);

const within = (day: string): boolean => isCalendarDate(day) && day >= '1900-01-02' && day < '9998-12-31';

/** What the address asks the server for; a part of it that means nothing is left out. */
export const queryOf = ({ page, size, filter }: PageAddress) => {
  const runId = filter('runId');
  const action = filter('action').slice(0, 100);
  const actor = filter('actor').slice(0, 200);
  const outcome = outcomeNamed(filter('outcome'));
  const from = filter('from');
  const to = filter('to');
  return {
    pageNumber: page,
    pageSize: size,
    ...(isRunId(runId) ? { runId } : {}),
    ...(action === '' ? {} : { action }),
    ...(actor === '' ? {} : { actor }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(within(from) ? { from: startOf(from) } : {}),
    // Until the end of that day.
    ...(within(to) ? { to: startOf(addDays(to, 1)) } : {}),
  };
};

/** The run the address names, as far as it may be one. */
export const runOf = ({ filter }: PageAddress): string | undefined =>
  isRunId(filter('runId')) ? filter('runId') : undefined;

const signIns = ['signIn', 'signInFailed', 'signInRefused', 'locked', 'signOut'];

/** Areas and calls that change something, and sign-ins, for the filter to offer. */
export const knownActions: readonly string[] = [
  'identity',
  ...signIns.map((name) => `identity.${name}`),
  ...Object.entries(wire).flatMap(([area, rows]) => {
    const writes = Object.entries(rows).filter(([, { method }]) => method !== 'GET');
    return writes.length === 0 ? [] : [area, ...writes.map(([name]) => `${area}.${name}`)];
  }),
];
