interface Entry {
  readonly path: string;
  readonly until: number;
  readonly response: Promise<unknown>;
}

/**
 * Cached responses of GET calls: each with a maximum age, dropped by the path of a later write (spec 2 section 7). Failures are not cached;
 * concurrent calls share one request.
 */
export const createCache = (now: () => number) => {
  const entries = new Map<string, Entry>();
  return {
    get<T>(key: string, path: string, seconds: number, load: () => Promise<T>): Promise<T> {
      const cached = entries.get(key);
      if (cached && cached.until > now()) return cached.response as Promise<T>;
      const response = load();
      entries.set(key, { path, until: now() + seconds * 1000, response });
      response.catch(() => {
        if (entries.get(key)?.response === response) entries.delete(key);
      });
      return response;
    },
    /** Drops the cached responses below the path prefix; all of them for the empty prefix. */
    invalidate(prefix: string) {
      for (const [key, entry] of entries) if (entry.path.startsWith(prefix)) entries.delete(key);
    },
  };
};
export type Cache = ReturnType<typeof createCache>;
