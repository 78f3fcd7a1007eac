import { isOid, oidText, plainOid } from './carequality.ts';
import { type DateModel, isCalendarDate, parseDate } from './dates.ts';
import { truncate } from './textDisplay.ts';

/** Most characters of an emergency's name (spec 1 section 9). */
export const emergencyNameMax = 1000;

/** Characters of the organizations shown in the list before the ellipsis (spec 1 section 9). */
export const emergencyOrganizationsMax = 30;

/** The modal closes so long after a successful save, in milliseconds (spec 1 section 9). */
export const emergencyCloseMs = 2000;

/** Wait before the emergency organization lookup asks, in milliseconds (spec 1 section 9). */
export const emergencyLookupDebounceMs = 500;

/** Most organizations of an emergency. */
export const emergencyOrganizationCountMax = 500;

/** State of a public health emergency (spec 1 section 4). */
export const emergencyStates = ['active', 'scheduled', 'disabled'] as const;
export type EmergencyState = (typeof emergencyStates)[number];

/** An organization of an emergency, or of the list of known emergency organizations. */
export interface EmergencyOrganization {
  readonly name: string;
  readonly oid: string;
}

/**
 * No disabled date: active. In the future: scheduled. Today or before: disabled. Compares full dates; the day-of-month
 * comparison of the original is a defect (spec 1 section 4). Both dates are YYYY-MM-DD; a time behind them is ignored.
 */
export const emergencyState = (disabledDate: DateModel | null | undefined, today: DateModel): EmergencyState => {
  if (!disabledDate) return 'active';
  return disabledDate.slice(0, 10) > today.slice(0, 10) ? 'scheduled' : 'disabled';
};

/** An active and a scheduled emergency can be disabled (spec 1 section 4). */
export const mayDisableEmergency = (state: EmergencyState): boolean => state !== 'disabled';

/** Only a disabled emergency can be enabled (spec 1 section 4). */
export const mayEnableEmergency = (state: EmergencyState): boolean => state === 'disabled';

/** The organizations' names as the list shows them (spec 1 section 2). */
export const emergencyOrganizations = (names: readonly string[]): string =>
  truncate(names.join(', '), emergencyOrganizationsMax);

/** The same without the ellipsis, for where the whole text is shown. */
export const allEmergencyOrganizations = (names: readonly string[]): string => names.join(', ');

/** First day that a disabled date may be. */
export const emergencyDateMin: DateModel = '1900-01-01';

/**
 * The day of a text as YYYY-MM-DD, M/d/yyyy, M/d/yy, MMddyyyy or MMddyy (spec 1 section 5), or null. A two-digit year means the 2000s,
 * because a disabled date lies ahead.
 */
export const parseEmergencyDate = (text: string): DateModel | null => {
  const trimmed = text.trim();
  // The rule `ahead` compares with no day.
  const day = isCalendarDate(trimmed) ? trimmed : parseDate(trimmed, '', 'ahead');
  return day !== null && day >= emergencyDateMin ? day : null;
};

/** Shown when a text is no disabled date. */
export const emergencyDateText = 'Enter an existing date as M/d/yyyy, M/d/yy, MMddyyyy or MMddyy, such as 12/31/2027.';

/** An organization in a cell or on a command line: its OID, a blank, its name. */
export const emergencyOrganizationText = ({ oid, name }: EmergencyOrganization): string => `${oid} ${name}`;

/** What the search of emergencies looks into; no match spans two lines. */
export const emergencySearchText = (name: string, organizations: readonly EmergencyOrganization[]): string =>
  [name, ...organizations.flatMap((one) => [one.oid, one.name])].join('\n').toLowerCase();

/** Reads that text; a string is what is wrong with it. */
export const parseEmergencyOrganization = (text: string): EmergencyOrganization | string => {
  const [, first = '', name = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(text) ?? [];
  const oid = plainOid(first);
  if (!isOid(oid)) return `"${text.trim()}" does not begin with an OID. ${oidText}`;
  return name === '' ? `"${text.trim()}" has no name after its OID.` : { oid, name };
};
