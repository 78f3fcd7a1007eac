/** A list as one person left it, with what somebody else added and removed since it was read; nobody's change is lost. */
export const mergedAddresses = (
  read: readonly (string | undefined)[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] => {
  const kept = mine.filter((address) => theirs.includes(address) || !read.includes(address));
  const added = theirs.filter((address) => !read.includes(address) && !kept.includes(address));
  return [...kept, ...added];
};
