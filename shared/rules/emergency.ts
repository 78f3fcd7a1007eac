import type { DateModel } from './dates.ts';
import { truncate } from './textDisplay.ts';

/** Most characters of an emergency's name (spec 1 section 9). */
export const emergencyNameMax = 1000;

/** Characters of the organizations shown in the list before the ellipsis (spec 1 section 9). */
export const emergencyOrganizationsMax = 30;

/** The modal closes so long after a successful save, in milliseconds (spec 1 section 9). */
export const emergencyCloseMs = 2000;

/** Wait before the emergency organization lookup asks, in milliseconds (spec 1 section 9). */
export const emergencyLookupDebounceMs = 500;

/** Where a public health emergency stands (spec 1 section 4). */
export type EmergencyState = 'active' | 'scheduled' | 'disabled';

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
