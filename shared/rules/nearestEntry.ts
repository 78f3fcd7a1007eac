/** The entry of the page at an address: of those whose path contains it, the one with the longest path. */
export const nearestEntry = <Entry extends { readonly path: string }>(
  entries: readonly Entry[],
  pathname: string,
): Entry | undefined =>
  entries
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
