import { attachments, conversions } from './documentSets.ts';
import type { EntitySet, Navigation, Property, SetName } from './entitySet.ts';
import { eventMessages, mailMessages } from './messageSets.ts';

export const sets = {
  mailmessages: mailMessages,
  mailattachments: attachments,
  eventmessages: eventMessages,
  conversionperformance: conversions,
} as const satisfies Record<SetName, EntitySet>;

export const setOf = (name: SetName): EntitySet => sets[name];

/** Names match without regard to case, as V3 servers of other makers do. */
export function propertyOf(
  set: EntitySet,
  name: string,
): { readonly name: string; readonly property: Property } | undefined {
  const lowered = name.toLowerCase();
  const found = Object.entries(set.properties).find(([known]) => known.toLowerCase() === lowered);
  return found && { name: found[0], property: found[1] };
}

export function navigationOf(
  set: EntitySet,
  name: string,
): { readonly name: string; readonly navigation: Navigation } | undefined {
  const lowered = name.toLowerCase();
  const found = Object.entries(set.navigations).find(([known]) => known.toLowerCase() === lowered);
  return found && { name: found[0], navigation: found[1] };
}
