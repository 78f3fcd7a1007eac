import { type SQL, sql } from 'drizzle-orm';
import type { Drizzle } from '../../database/openDatabase.ts';
import { trafficBy, trafficSince } from '../../exchange/traffic.ts';

const minute = 60_000;
const hour = 60 * minute;
const kinds = ['message', 'conversion'] as const;

/** Minutes up to 3 hours, 10 minutes up to 48, then hours. */
const stepOf = (hours: number): number => {
  if (hours <= 3) return minute;
  return hours <= 48 ? 10 * minute : hour;
};

const rowsOf = (kind: 'message' | 'conversion', step: number, from: Date): SQL => {
  if (step === minute) return trafficBy('minute', kind, from);
  return step === hour ? trafficBy('hour', kind, from) : trafficSince(kind, from);
};

/** Messages and conversions of the last hours, a value for each step up to the current one. */
export async function stats(db: Drizzle, hours: number, now = Date.now()) {
  const step = stepOf(hours);
  const length = (hours * hour) / step;
  const start = Math.floor(now / step) * step - (length - 1) * step;
  const [messages, conversions] = await Promise.all(
    kinds.map(async (kind) => {
      const rows = rowsOf(kind, step, new Date(start));
      const result = await db.execute<{ place: number; value: number }>(sql`
        select floor((extract(epoch from at) * 1000 - ${start}::float8) / ${step}::float8)::int as place, sum(count)::int as value
        from ${rows} seen group by 1`);
      const values = Array.from({ length }, () => 0);
      for (const { place, value } of result.rows) {
        const at = Math.min(place, length - 1);
        values[at] = (values[at] ?? 0) + value;
      }
      return values.map((value, index) => ({ date: new Date(start + index * step).toISOString(), value }));
    }),
  );
  return { messages: messages ?? [], conversions: conversions ?? [] };
}
