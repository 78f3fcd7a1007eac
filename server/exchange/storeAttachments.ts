import { putContent } from '../documents/attachmentStore.ts';
import type { Identified } from '../documents/documents.ts';
import type { Transaction } from '../database/transaction.ts';
import type { AttachmentRow } from './messageRows.ts';
import type { NewAttachment } from './newMessage.ts';
import { previewOf } from './previewOf.ts';

/** What is not known yet is nothing that could run anywhere. */
const unknown = {
  mimeType: 'application/octet-stream',
  hasPdfContent: false,
  hasCdaContent: false,
  hasHl7Content: false,
  problem: null,
} as const;

/**
 * Puts the documents of a message where the bytes lie, and gives back their rows; await `written` with what refers to them. Processing
 * tells later what they are, or `known` now.
 */
export function storeAttachments(
  tx: Transaction,
  attachments: readonly NewAttachment[],
  known: readonly Identified[] = [],
): { readonly rows: readonly AttachmentRow[]; readonly written: Promise<unknown> } {
  const rows: AttachmentRow[] = [];
  const writings: Promise<unknown>[] = [];
  for (const [at, { name, bytes }] of attachments.entries()) {
    const { id: contentId, size, written } = putContent(tx, bytes);
    writings.push(written);
    const found = known[at];
    const { mimeType, hasPdfContent, hasCdaContent, hasHl7Content, problem } = found ?? unknown;
    // What an organization sends is not processed; a preview that has to be made is made when somebody asks for it.
    const previewStatus = found ? previewOf(found).replace('Processing', 'None') : 'Processing';
    const facts = { mimeType, hasPdfContent, hasCdaContent, hasHl7Content, problem };
    rows.push({ name, size, contentId, previewStatus, ...facts });
  }
  return { rows, written: Promise.all(writings) };
}
