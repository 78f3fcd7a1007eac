const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** `20260821T060000Z-k3f9`: sorts by time, can be read aloud, and differs from any other word. */
export const newRunId = (now: number): string => {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
  const tail = Array.from({ length: 4 }, () => letters.charAt(Math.floor(Math.random() * letters.length))).join('');
  return `${stamp}-${tail}`;
};

/** Whether a text has the form of a run id. */
export const isRunId = (text: string): boolean => /^\d{8}T\d{6}Z-[a-z0-9]{4}$/.test(text);
