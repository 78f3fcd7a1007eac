/** How long a disabled account or an ended session may still be let in. */
const keptMs = 1000;
const mostEntries = 10_000;

interface Entry<T> {
  readonly until: number;
  readonly value: Promise<T>;
}

/**
 * Answers from memory for at most a second, asking once however many calls wait; failures are not kept. The age counts
 * from the start of the look-up, so what changes after it is seen within the second.
 */
export function cacheBriefly<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const entries = new Map<string, Entry<T>>();
  return (key) => {
    const now = Date.now();
    const known = entries.get(key);
    if (known && known.until > now) return known.value;
    if (entries.size >= mostEntries) dropOld(entries, now);
    const value = load(key);
    const entry = { until: now + keptMs, value };
    entries.set(key, entry);
    value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return value;
  };
}

function dropOld<T>(entries: Map<string, Entry<T>>, now: number): void {
  for (const [key, { until }] of entries) if (until <= now) entries.delete(key);
  if (entries.size >= mostEntries) entries.clear();
}
