import { putContent } from '../documents/attachmentStore.ts';
import type { Identified } from '../documents/documents.ts';
import type { Transaction } from '../database/transaction.ts';
import type { AttachmentRow } from './messageRows.ts';
import type { NewAttachment } from './newMessage.ts';
import { previewStatusOf } from './previewStatus.ts';

/** What is not identified yet is nothing that could run anywhere. */
const unknown = {
  mimeType: 'application/octet-stream',
  hasPdfContent: false,
  hasCdaContent: false,
  hasHl7Content: false,
  problem: null,
} as const;

/**
 * Stores the bytes of the documents of a message and returns their rows; await `written` together with the rows that refer to them. Their types
 * are detected when the message is processed, or are in `identified`.
 */
export function storeAttachments(
  tx: Transaction,
  attachments: readonly NewAttachment[],
  identified: readonly Identified[] = [],
): { readonly rows: readonly AttachmentRow[]; readonly written: Promise<unknown> } {
  const rows: AttachmentRow[] = [];
  const writings: Promise<unknown>[] = [];
  for (const [at, { name, bytes }] of attachments.entries()) {
    const { id: contentId, size, written } = putContent(tx, bytes);
    writings.push(written);
    const document = identified[at];
    const { mimeType, hasPdfContent, hasCdaContent, hasHl7Content, problem } = document ?? unknown;
    // Sent documents are not processed; their preview is made when it is requested.
    const previewStatus = document ? previewStatusOf(document).replace('Processing', 'None') : 'Processing';
    const content = { mimeType, hasPdfContent, hasCdaContent, hasHl7Content, problem };
    rows.push({ name, size, contentId, previewStatus, ...content });
  }
  return { rows, written: Promise.all(writings) };
}
