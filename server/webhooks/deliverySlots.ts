interface Lane {
  running: number;
  /** When the last attempt began. */
  begunAt: number;
  /** Duration of the last attempt that ended. */
  durationMs: number;
  /** When the last delivery that was put back is tried. */
  nextAt: number;
}

export type Slot = { readonly release: () => void } | { readonly waitSeconds: number };

export interface DeliverySlots {
  /** A slot for an attempt to this webhook, or how long the delivery is put back. */
  take(webhookId: string): Slot;
}

/** Jobs of the worker that deliveries leave to other tasks, and the shortest and longest time for which one is put back. */
const leftToOthers = 2;
const shortestMs = 50;
const longestMs = 60_000;

/**
 * Slots of this process for deliveries. A receiver that takes ten seconds for each call holds up neither messages nor the deliveries of
 * other webhooks: one webhook has half of the slots at most, and all of them together leave two jobs of the worker to other tasks.
 */
export function deliverySlots(concurrency: number, now: () => number = Date.now): DeliverySlots {
  const most = Math.max(1, concurrency - leftToOthers);
  const mostOfOne = Math.max(1, Math.floor(most / 2));
  const lanes = new Map<string, Lane>();
  let total = 0;
  return {
    take(webhookId) {
      const time = now();
      const lane = lanes.get(webhookId) ?? { running: 0, begunAt: time, durationMs: 0, nextAt: time };
      lanes.set(webhookId, lane);
      if (total >= most || lane.running >= mostOfOne) {
        // As far apart as the receiver needs, so that few of them are put back again.
        const needed = Math.max(shortestMs, lane.durationMs, lane.running > 0 ? time - lane.begunAt : 0);
        lane.nextAt = Math.min(Math.max(lane.nextAt, time) + needed / mostOfOne, time + longestMs);
        return { waitSeconds: (lane.nextAt - time) / 1000 };
      }
      total += 1;
      lane.running += 1;
      lane.begunAt = time;
      return {
        release: () => {
          total -= 1;
          lane.running -= 1;
          lane.durationMs = now() - time;
          if (lane.running === 0 && lane.nextAt <= now()) lanes.delete(webhookId);
        },
      };
    },
  };
}
