/** Events of a message worth showing (spec 3 section 3). */
export const messageEvents = [
  'Delivered',
  'Exported',
  'Forwarded',
  'Replied',
  'Deleted',
  'Bounced',
  'Failed',
  'Processed',
  'Received',
] as const;
export type MessageEvent = (typeof messageEvents)[number];

/** Rows per page of a person's events and signature events (spec 2 section 9) and of recent events (spec 3 section 9). */
export const eventsPageSize = 30;

/** Most rows of an activity export (spec 3 section 9). */
export const activityExportRows = 10_000;
