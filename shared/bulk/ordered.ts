/**
 * Processes several items at once and yields the results in the order of the items. No more than `ahead` items are read before the results
 * in front of them are done, so memory stays bounded for any source.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  { atOnce, ahead }: { readonly atOnce: number; readonly ahead: number },
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const results: Promise<R>[] = [];
  let free = atOnce;
  const waiting: (() => void)[] = [];
  const limited = async (item: T): Promise<R> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work(item);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  try {
    for await (const item of items) {
      const result = limited(item);
      // Awaited when its turn comes; until then a failure must not count as unhandled.
      result.catch(() => undefined);
      results.push(result);
      const first = results.length >= ahead ? results.shift() : undefined;
      if (first !== undefined) yield await first;
    }
    for (const result of results.splice(0)) yield await result;
  } finally {
    await Promise.allSettled(results);
  }
}
