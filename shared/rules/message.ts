import { truncate } from './textDisplay.ts';

/** Message statuses; the place in the list is the stored code (spec 1 section 4). */
export const messageStatuses = [
  'Sent',
  'Received',
  'Pending',
  'Signed',
  'Suspended',
  'Deleted',
  'Removed',
  'Forwarded',
  'Replied',
  'Processed',
  'Uploaded',
  'Triaged',
  'Failed',
] as const;

/** What a draft with status 0 is shown as (spec 1 section 4). */
export const draftStatus = 'Saved';

/** The word for a stored status; a code outside the list is shown as Unknown. */
export const messageStatusOf = (code: number, isDraft: boolean): string =>
  isDraft && code === 0 ? draftStatus : (messageStatuses[code] ?? 'Unknown');

/** A status as badges show it: AttachmentRead as Read, others split at their capitals (spec 3 sections 2 and 3). */
export const statusBadge = (status: string): string =>
  status === 'AttachmentRead' ? 'Read' : status.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');

/** Whether a status badge carries a paperclip (spec 3 section 2). */
export const hasPaperclip = (status: string): boolean => status === 'AttachmentRead';

/** Most characters of the subject of a message that is sent. */
export const subjectMax = 255;

/** What an attachment may be, as the object of "Send …". */
export const attachmentTypes = 'the document itself, such as a PDF, an image, XML or text';

/** Shown when a subject fails `isOneLine`. */
export const notOneLineText = 'must be one line, without control characters';

/** Whether a text can stand in the head of a mail: a line end in it would begin a header of its own. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);

/** Most characters of a subject in the intake list (spec 3 section 9). */
export const subjectDisplayMax = 80;

/** Most characters of a message's text in the inspector (spec 1 section 9). */
export const messageDisplayMax = 200;

/** A subject cut for the intake list (spec 3 section 2). */
export const displaySubject = (subject: string): string => truncate(subject, subjectDisplayMax);

/** A message text cut for the inspector (spec 1 section 2). */
export const displayMessage = (text: string): string => truncate(text, messageDisplayMax);

/** The size of an attachment in k: bytes / 1024, rounded, never 0 for a file that has content (spec 3 section 9). */
export const sizeInK = (bytes: number): string => `${bytes > 0 ? Math.max(1, Math.round(bytes / 1024)) : 0}k`;

/** The inspector's Processing tab is shown for this message type only (spec 1 section 2). */
export const processedMessageType = 1;

/** How attachments can be sent on (spec 1 section 2, message action bar). */
export const sendAttachmentsAs = ['Original', 'PDF', 'CDA'] as const;

/** Wait before the CDA preview follows a change, in milliseconds (spec 1 section 2). */
export const cdaPreviewDebounceMs = 300;

/** Created dates in the intake list: 'h:mm a MMM d, y' in the reader's time zone, such as 3:05 PM Nov 21, 2026 (spec 3 section 2). */
export const formatCreated = (dateTime: Date): string => {
  const time = dateTime.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replace(/\s/g, ' ');
  return `${time} ${dateTime.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' })}`;
};
