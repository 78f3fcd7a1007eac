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

/** Names match without regard to case, as on other V3 servers. */
export function propertyOf(
  set: EntitySet,
  name: string,
): { readonly name: string; readonly property: Property } | undefined {
  const lowered = name.toLowerCase();
  const match = Object.entries(set.properties).find(([key]) => key.toLowerCase() === lowered);
  return match && { name: match[0], property: match[1] };
}

export function navigationOf(
  set: EntitySet,
  name: string,
): { readonly name: string; readonly navigation: Navigation } | undefined {
  const lowered = name.toLowerCase();
  const match = Object.entries(set.navigations).find(([key]) => key.toLowerCase() === lowered);
  return match && { name: match[0], navigation: match[1] };
}
