/** Interval and maximum number of polls; both from spec 3 section 9. */
export type Poll = { readonly everyMs: number; readonly times: number };

/** Waiting for a preview (spec 3 section 9). */
export const previewPoll: Poll = { everyMs: 2000, times: 15 };

/** Waiting for an extracted patient (spec 3 section 9). */
export const extractionPoll: Poll = { everyMs: 1000, times: 10 };

/** Waiting for the external login window to close (spec 3 section 9). */
export const externalLoginPoll: Poll = { everyMs: 1000, times: 60 };

/** The same when it was opened from the list (spec 3 section 9). */
export const externalLoginListPoll: Poll = { everyMs: 1000, times: 120 };

/** Waiting for transforms and conversions: polled every 5 s, timeout after 20 s (spec 3 section 9). */
export const processingPoll = { everyMs: 5000, timeoutMs: 20_000 } as const;

/** Shown when that time is over (spec 3 section 4). */
export const processingTimeoutText = 'The request timed out. Please try again.';

/** Interval at which the users of an open message are broadcast, in milliseconds (spec 3 section 9). */
export const syncBroadcastMs = 30_000;

/** Processed types the intake list can filter by (spec 3 section 9). */
export const processedTypes = ['Printed', 'StructuredExport', 'PDFExport', 'NativeExport'] as const;
export type ProcessedType = (typeof processedTypes)[number];

/** What the intake list can be ordered by; the first is the default (spec 3 section 3). */
export const intakeOrders = ['receiveDate', 'updatedDate'] as const;

/** Newest on top unless chosen otherwise (spec 3 section 3). */
export const defaultIntakeOrderDir = 'desc';

/** Internal document types are requested in one page (spec 3 section 9). */
export const documentTypePageSize = 1000;

/** Rows per page of a person's requests (spec 3 section 9). */
export const requestsPageSize = 10;

/** Most characters of a document's description (spec 3 section 9). */
export const documentDescriptionMax = 255;

/** How many characters a description has left, for its counter (spec 3 section 2). */
export const descriptionRemaining = (description: string): number =>
  Math.max(0, documentDescriptionMax - description.length);

/** Which day a document date stands for (spec 3 section 3). */
export const documentDateTypes = ['today', 'message', 'selected'] as const;

/** States of an attachment without a preview (spec 3 section 3). */
export const previewStates = ['Failed', 'Processing'] as const;

/** Source type whose rows hide the To address and cannot be replied to (spec 3 section 2). */
export const triageSourceType = 'Triage';
