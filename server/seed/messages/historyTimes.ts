const slot = 10 * 60_000;
const hour = 60 * 60_000;
export const historyDays = 30;

/** How busy an hour is where the practices are, from midnight on. */
const rhythm = [2, 1, 1, 1, 2, 4, 8, 16, 30, 40, 42, 38, 30, 36, 40, 36, 28, 18, 10, 7, 6, 5, 4, 3];
/** Practices lie between UTC-4 and UTC-10; most of them in the middle. */
const offset = -6 * hour;
const weekend = 0.35;
const lastDay = 3;

function weightOf(moment: number, end: number): number {
  const local = new Date(moment + offset);
  const busy = (rhythm[local.getUTCHours()] ?? 1) * (local.getUTCDay() % 6 === 0 ? weekend : 1);
  return end - moment <= 24 * hour ? busy * lastDay : busy;
}

/**
 * Moments of so many messages over the last 30 days until `end`: rising with the number of the message, by day and night, and more
 * of them in the last 24 hours.
 */
export function historyTimes(messages: number, end: number): (index: number) => number {
  const start = end - historyDays * 24 * hour;
  const slots = (end - start) / slot;
  const reached = new Float64Array(slots + 1);
  for (let index = 0; index < slots; index += 1)
    reached[index + 1] = (reached[index] ?? 0) + weightOf(start + index * slot, end);
  const total = reached[slots] ?? 1;
  return (index) => {
    const wanted = ((index + 0.5) / messages) * total;
    const at = slotOf(reached, wanted);
    const before = reached[at] ?? 0;
    const share = (wanted - before) / ((reached[at + 1] ?? total) - before);
    return Math.floor(start + (at + share) * slot);
  };
}

/** The last slot that begins at or before the wanted weight. */
function slotOf(reached: Float64Array, wanted: number): number {
  let [low, high] = [0, reached.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((reached[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
