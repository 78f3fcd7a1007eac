const unit: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `30s`, `15m`, `2h`, `500ms`, `7d` in ms; a bare number is seconds. Throws a TypeError for anything else. */
export const parseDuration = (text: string): number => {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|w)?$/.exec(text.trim());
  if (!parts) throw new TypeError(`"${text}" is no duration; write 30s, 15m or 2h`);
  return Number(parts[1]) * (unit[parts[2] ?? 's'] ?? 1000);
};

/** ms as people read it: `850 ms`, `12 s`, `10m 20s`. */
export const formatDuration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
};
