type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The entries of an object that have a value. For optional properties, which must be missing instead of undefined. */
export const defined = <T extends object>(options: T): Defined<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<T>;
