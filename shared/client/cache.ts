interface Entry {
  readonly path: string;
  readonly until: number;
  readonly answer: Promise<unknown>;
}

/**
 * Cached responses of GET calls: each with a maximum age, dropped by the path of a later write (spec 2 section 7). Failures are not cached;
 * concurrent calls share one request.
 */
export const createCache = (now: () => number) => {
  const entries = new Map<string, Entry>();
  return {
    get<T>(key: string, path: string, seconds: number, load: () => Promise<T>): Promise<T> {
      const kept = entries.get(key);
      if (kept && kept.until > now()) return kept.answer as Promise<T>;
      const answer = load();
      entries.set(key, { path, until: now() + seconds * 1000, answer });
      answer.catch(() => {
        if (entries.get(key)?.answer === answer) entries.delete(key);
      });
      return answer;
    },
    /** Drops the cached responses below the path prefix; all of them for the empty prefix. */
    invalidate(prefix: string) {
      for (const [key, entry] of entries) if (entry.path.startsWith(prefix)) entries.delete(key);
    },
  };
};
export type Cache = ReturnType<typeof createCache>;
