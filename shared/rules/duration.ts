const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const pair = (ms: number, large: number, small: number, largeWord: string, smallWord: string): string => {
  const whole = Math.floor(ms / large);
  const rest = Math.floor((ms - whole * large) / small);
  return rest === 0 ? `${whole} ${largeWord}` : `${whole} ${largeWord} ${rest} ${smallWord}`;
};

/** How long something took, in the two largest units that say something: `640 ms`, `4.2 s`, `3 min 12 s`, `2 h 5 min`, `3 d 4 h`. */
export const durationText = (milliseconds: number): string => {
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < second) return `${ms} ms`;
  // What rounds to 60.0 s is a minute.
  if (ms < minute - 50) return `${Number((ms / second).toFixed(1))} s`;
  if (ms < hour) return pair(Math.max(ms, minute), minute, second, 'min', 's');
  return ms < day ? pair(ms, hour, minute, 'h', 'min') : pair(ms, day, hour, 'd', 'h');
};

/** How long ago or for how long, as people say it: whole seconds, minutes, hours with minutes, days with hours. */
export const ageText = (milliseconds: number): string => {
  const ms = Math.max(0, milliseconds);
  if (ms < minute) return `${Math.floor(ms / second)} s`;
  return ms < hour ? `${Math.floor(ms / minute)} min` : durationText(ms);
};
