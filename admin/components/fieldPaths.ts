const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** DOM id of an input, the target of the links in the error summary. */
export const fieldId = (source: string) => `field-${source.replaceAll('.', '-')}`;

/** The value at a dotted path: `address.zip`. */
export const valueAt = (values: unknown, path: string): unknown => {
  let value = values;
  for (const part of path.split('.')) value = isBranch(value) ? value[part] : undefined;
  return value;
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
      const child: Record<string, unknown> = isBranch(next) ? next : {};
      branch[part] = child;
      branch = child;
    }
    branch[last] = problem;
  }
  return nested;
};
