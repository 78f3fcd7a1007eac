const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dotted path: `address.zip`. */
export const valueAt = (values: unknown, path: string): unknown => {
  let found = values;
  for (const part of path.split('.')) found = isBranch(found) ? found[part] : undefined;
  return found;
};

/** Texts by dotted path as react-hook-form nests them; what is nested already stays as it is. */
export const nestedProblems = (problems: object): Record<string, unknown> => {
  const nested: Record<string, unknown> = {};
  for (const [path, problem] of Object.entries(problems)) {
    if (problem === undefined || problem === null || problem === '') continue;
    const parts = path.split('.');
    const last = parts.pop() ?? path;
    let branch = nested;
    for (const part of parts) {
      const next = branch[part];
      const made: Record<string, unknown> = isBranch(next) ? next : {};
      branch[part] = made;
      branch = made;
    }
    branch[last] = problem;
  }
  return nested;
};
