/** Kinds of notification by stored number (spec 1 section 4; 30 is the product's own webhook). */
export const notificationTypes = {
  10: 'Email Notification',
  20: 'Webhook',
  30: 'carepost Webhook',
} as const;

/** The word for a stored notification type, otherwise Unknown (spec 1 section 4). */
export const notificationTypeOf = (code: number): string =>
  Object.entries(notificationTypes).find(([stored]) => Number(stored) === code)?.[1] ?? 'Unknown';

/** Notification statuses; the place in the list is the stored code (spec 1 section 4). */
export const notificationStatuses = ['Pending', 'In Progress', 'Completed', 'Failed', 'Retrying'] as const;

/** The word for a stored notification status; a code outside the list is shown as Unknown. */
export const notificationStatusOf = (code: number): string => notificationStatuses[code] ?? 'Unknown';
