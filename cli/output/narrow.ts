const momentPattern = /^(\d{4})-(\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/;
const guidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{4}([0-9a-f]{8})$/i;

/** A moment in UTC as a narrow table shows it: `11-22 20:06:11`, one of another year `2025-11-22`; other texts as they are. */
export const shortTime = (text: string): string => {
  const parts = momentPattern.exec(text);
  if (!parts) return text;
  const [, year = '', day = '', time = ''] = parts;
  return year === String(new Date().getUTCFullYear()) ? `${day} ${time}` : `${year}-${day}`;
};

/** The end of a GUID, enough to tell rows apart by eye; the beginning is the time in most of ours, and so the same in rows of a minute. */
export const shortGuid = (text: string): string => text.replace(guidPattern, '…$1');

export const isMoment = (text: string): boolean => momentPattern.test(text);
