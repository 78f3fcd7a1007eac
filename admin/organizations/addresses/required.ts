/** Checks that fields are filled in: their labels by field, for the text. */
export const required =
  (labels: Readonly<Record<string, string>>) =>
  (values: object): Record<string, string> => {
    const given = values as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.entries(labels).flatMap(([field, label]) => {
        const value = given[field];
        const empty = value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
        return empty ? [[field, `${label} is required.`]] : [];
      }),
    );
  };
