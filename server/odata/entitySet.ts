export type SetName = 'mailmessages' | 'mailattachments' | 'eventmessages' | 'conversionperformance';

export type PropertyType = 'Int64' | 'Int32' | 'String' | 'Boolean' | 'DateTimeOffset' | 'Guid';

export interface Property {
  readonly type: PropertyType;
  /** SQL over the table of the set with the alias `t`; never a text of a caller. */
  readonly column: string;
  readonly isNullable?: boolean;
  /** The SQL uses the table of organizations with the alias `o`, which is joined where the property is requested. */
  readonly ofOrganization?: boolean;
}

export interface Navigation {
  readonly target: SetName;
  /** Column of the target that contains the key of this set. */
  readonly foreignColumn: string;
}

/** An entity set: the properties and navigations that clients may read, filter and sort by. */
export interface EntitySet {
  readonly entity: string;
  readonly table: string;
  readonly key: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly navigations: Readonly<Record<string, Navigation>>;
  /** Columns that $search searches: by a part of the text, and by a whole Message-ID. */
  readonly search: { readonly contains: readonly string[]; readonly messageIds: readonly string[] };
  /** Entities of a response without $top. */
  readonly defaultTop: number;
}
