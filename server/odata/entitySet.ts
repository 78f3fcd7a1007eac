export type SetName = 'mailmessages' | 'mailattachments' | 'eventmessages' | 'conversionperformance';

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
