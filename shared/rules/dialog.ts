/** Width of a dialog, in pixels, unless it says otherwise (spec 2 section 9). */
export const dialogWidthPx = 700;

/** Layer of the date picker, above the dialogs (spec 2 section 9). */
export const datePickerZIndex = 1100;

/** Texts of a confirmation that brings none of its own (spec 3 section 2). */
export const confirmDefaults = { title: 'Confirm', body: 'Are you sure?', confirm: 'OK', cancel: 'Cancel' } as const;

/** Tags-select waits so long, in milliseconds, before it treats a lost focus (spec 2 section 9). */
export const tagsBlurDelayMs = 100;

/** It reports a changed search after this many milliseconds (spec 2 section 9). */
export const tagsSearchDebounceMs = 0;
