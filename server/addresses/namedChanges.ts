type Fields = Readonly<Record<string, unknown>>;

/**
 * Changes of a thing that belongs to an organization, for the organization's history: each field that differs, with the thing's name
 * before it (`fax 6035550100.status`). Without `before` the record is new, without `after` it is deleted.
 */
export function namedChanges(thing: string, before: Fields | null, after: Fields | null) {
  const fields = Object.keys({ ...before, ...after });
  return Object.fromEntries(
    fields
      .map(
        (field) => [`${thing}.${field}`, { before: before?.[field] ?? null, after: after?.[field] ?? null }] as const,
      )
      .filter(([, change]) => JSON.stringify(change.before) !== JSON.stringify(change.after)),
  );
}
