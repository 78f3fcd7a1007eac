/** How long a toast stays, in milliseconds; a click closes it earlier (spec 2 section 9, spec 3 section 9). */
export const toastMs = 5000;

/** Toasts seen at one time (spec 3 section 9). */
export const toastsVisible = 1;

/** Wait before the toast of a running task shows, in milliseconds (spec 3 section 9). */
export const taskToastDelayMs = 3000;
