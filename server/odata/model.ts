import { attachments, conversions } from './documentSets.ts';
import { eventMessages, mailMessages } from './messageSets.ts';

export type PropertyType = 'Int64' | 'Int32' | 'String' | 'Boolean' | 'DateTimeOffset' | 'Guid';

export interface Property {
  readonly type: PropertyType;
  /** SQL over the set's table, called `t`; a text of ours, never of a caller. */
  readonly column: string;
  readonly isNullable?: boolean;
  /** Written over the table of organizations, called `o`, which is joined where it is asked for. */
  readonly ofOrganization?: boolean;
}

export interface Navigation {
  readonly target: SetName;
  /** Column of the target that holds this set's key. */
  readonly foreignColumn: string;
}

/** An entity set: what clients may read, filter and sort. What is not here does not exist for them. */
export interface EntitySet {
  readonly entity: string;
  readonly table: string;
  readonly key: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly navigations: Readonly<Record<string, Navigation>>;
  /** What $search looks at. */
  readonly search: { readonly contains: readonly string[]; readonly equals: readonly string[] };
  /** Entities of an answer where $top does not say: pages of messages, and all that belongs to one. */
  readonly defaultTop: number;
}

export const sets = {
  mailmessages: mailMessages,
  mailattachments: attachments,
  eventmessages: eventMessages,
  conversionperformance: conversions,
} as const satisfies Record<string, EntitySet>;
export type SetName = 'mailmessages' | 'mailattachments' | 'eventmessages' | 'conversionperformance';

export const setOf = (name: SetName): EntitySet => sets[name];

/** Names are found without regard to case, as V3 servers of other makers do. */
export function propertyOf(
  set: EntitySet,
  name: string,
): { readonly name: string; readonly property: Property } | undefined {
  const wanted = name.toLowerCase();
  const found = Object.entries(set.properties).find(([known]) => known.toLowerCase() === wanted);
  return found && { name: found[0], property: found[1] };
}

export function navigationOf(
  set: EntitySet,
  name: string,
): { readonly name: string; readonly navigation: Navigation } | undefined {
  const wanted = name.toLowerCase();
  const found = Object.entries(set.navigations).find(([known]) => known.toLowerCase() === wanted);
  return found && { name: found[0], navigation: found[1] };
}
