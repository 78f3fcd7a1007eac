interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

const maxKeys = 20_000;

/** Counts per key: so many at once, so many a second from then on. False means too fast. */
export function createPace({ burst, perSecond }: Allowance): (key: string) => boolean {
  const counts = new Map<string, { left: number; at: number }>();
  return (key) => {
    const now = Date.now();
    const known = counts.get(key) ?? { left: burst, at: now };
    const left = Math.min(burst, known.left + ((now - known.at) / 1000) * perSecond);
    if (left < 1) return false;
    if (counts.size >= maxKeys && !counts.has(key)) counts.clear();
    counts.set(key, { left: left - 1, at: now });
    return true;
  };
}
