/** How strongly something is marked (spec 2 section 2, notification alert; spec 3 section 8). */
export type AlertLevel = 'danger' | 'warning' | 'success';

/** Triggered gives danger, Warn gives warning, otherwise success (spec 1 section 4). */
export const alertLevel = (status: string): AlertLevel => {
  if (status === 'Triggered') return 'danger';
  return status === 'Warn' ? 'warning' : 'success';
};

/** Shown when there is no system alert (spec 1 section 2). */
export const noAlertsText = 'There are currently no System Alerts';

/** Headings of the dismissible notification alert by level (spec 2 section 2). */
export const alertHeadings = { danger: 'Oh no!', warning: 'Notice!' } as const;

/** Levels of notifications (spec 3 section 8); the default alert is danger with 'Oh no!'. */
export const notificationLevels = ['success', 'information', 'warning', 'notice', 'error'] as const;

/** Captions of notifications that carry one (spec 3 section 8). */
export const notificationCaptions = { warning: 'Warning!', notice: 'Notice!', error: 'Oh no!' } as const;
