import type { Emergency } from '../../shared/contract/emergencies.ts';
import type { DateModel } from '../../shared/rules/dates.ts';
import {
  type EmergencyOrganization,
  emergencyOrganizationText,
  parseEmergencyOrganization,
} from '../../shared/rules/emergency.ts';

/** The values of the modal; an organization is its text, so that two versions can be compared. */
export interface EmergencyValues {
  readonly name: string | null;
  readonly disabledDate: string | null;
  readonly organizations: readonly string[];
}

export const emptyEmergency: EmergencyValues = { name: '', disabledDate: null, organizations: [] };

export const emergencyValues = ({ name, disabledDate, organizations }: Emergency): EmergencyValues => ({
  name,
  disabledDate,
  organizations: organizations.map(emergencyOrganizationText),
});

export const emergencyBody = ({ name, disabledDate, organizations }: EmergencyValues) => ({
  name: name?.trim() ?? '',
  disabledDate: disabledDate === '' ? null : disabledDate,
  organizations: organizations.map(parseEmergencyOrganization).filter((one) => typeof one !== 'string'),
});

/** Choices of the organization input: those that are chosen, and those that match its text. */
export const organizationChoices = (
  chosen: readonly string[],
  matches: readonly EmergencyOrganization[],
): { readonly id: string; readonly name: string }[] =>
  [...new Set([...chosen, ...matches.map(emergencyOrganizationText)])].map((id) => {
    const organization = parseEmergencyOrganization(id);
    return { id, name: typeof organization === 'string' ? id : organization.name };
  });

const dayMs = 86_400_000;
const dayNumber = (day: DateModel) => Date.parse(`${day}T00:00:00Z`) / dayMs;

/** Days before and after today that the calendar shows at least, and at most. */
const window = { before: 90, beforeMax: 365, after: 60, afterMax: 365 } as const;

/** Part of the calendar, in percent of its width. */
export interface CalendarBar {
  readonly emergency: Emergency;
  readonly from: number;
  readonly to: number;
}

/** Emergencies of the calendar: active and scheduled ones first, of the ended ones the latest; at most `most`. */
export const calendarOf = (emergencies: readonly Emergency[], today: DateModel, most: number) => {
  const now = dayNumber(today);
  const endOf = ({ disabledDate }: Emergency) =>
    disabledDate === null ? Number.POSITIVE_INFINITY : dayNumber(disabledDate);
  const recent = emergencies.filter((one) => endOf(one) > now - window.beforeMax);
  const sorted = recent.toSorted((one, other) => {
    const isEnded = [one, other].map(({ isDisabled }) => Number(isDisabled));
    return (
      (isEnded[0] ?? 0) - (isEnded[1] ?? 0) ||
      (one.isDisabled ? endOf(other) - endOf(one) : endOf(one) - endOf(other)) ||
      0
    );
  });
  const drawn = sorted.slice(0, most);
  const ends = drawn.map(endOf).filter(Number.isFinite);
  const first = Math.max(
    now - window.beforeMax,
    Math.min(now - window.before, ...drawn.map(({ startDate }) => dayNumber(startDate))),
  );
  const last = Math.min(now + window.afterMax, Math.max(now + window.after, ...ends.map((end) => end + 10)));
  const at = (day: number) => (100 * (Math.min(Math.max(day, first), last) - first)) / (last - first);
  const bars: CalendarBar[] = drawn.map((emergency) => ({
    emergency,
    from: at(dayNumber(emergency.startDate)),
    to: at(endOf(emergency)),
  }));
  return { bars, today: at(now), hidden: sorted.length - drawn.length };
};
