import type { attachments } from '../../../shared/contract/attachments.ts';
import { attachmentMediaTypes } from '../../../shared/contract/messageSchemas.ts';
import { maskSsns } from '../../../shared/rules/socialSecurity.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { readContent } from '../../documents/attachmentStore.ts';
import { DocumentError } from '../../documents/documents.ts';
import { downloadName } from '../../documents/downloadName.ts';
import { auditContent, checkContentAccess, type ContentRead, grantContent } from '../../exchange/contentAccess.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import { refuseBlocked } from '../../people/organizationState.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { type AttachmentKey, findAttachment, findConversion, setPreviewStatus } from './attachmentsStore.ts';
import { conversionRecordOf, makeConversion, type OpenAttachment } from './makeConversion.ts';

type ContentUse = { readonly action: string; readonly as: string };

const readOf = ({ id, attId }: AttachmentKey, { action, as }: ContentUse): ContentRead => ({
  mailMessageId: id,
  action,
  what: `attachment ${attId}${as}`,
});

/** Lets the caller at an attachment and reads it, with the audit row in the same transaction. */
const openAttachment = (
  { database }: Services,
  context: RequestContext,
  key: AttachmentKey,
  use: ContentUse,
): Promise<OpenAttachment> =>
  inTransaction(database, async (tx) => {
    await grantContent(tx, context, readOf(key, use));
    return readAttachment(tx, key);
  });

/** The same for what is made of it, whose audit row is written with the result. */
const takeAttachment = ({ database }: Services, context: RequestContext, key: AttachmentKey): Promise<OpenAttachment> =>
  inTransaction(database, async (tx) => {
    await checkContentAccess(tx, context, key.id);
    return readAttachment(tx, key);
  });

async function readAttachment(tx: Transaction, key: AttachmentKey): Promise<OpenAttachment> {
  const attachment = await findAttachment(tx, key);
  const bytes = attachment && (await readContent(tx, attachment.contentId));
  if (!bytes) throw new ApiProblem('E-NOT-FOUND');
  return { attachment, bytes };
}

/** Whatever is not known to be harmless leaves as bytes without a type. */
const harmless = (mimeType: string): string =>
  attachmentMediaTypes.find((known) => known === mimeType) ?? 'application/octet-stream';

export const attachmentsHandlers = (services: Services): Handlers<typeof attachments> => ({
  get: async ({ params, query }, context) => {
    const as = query.pdf ? ' as PDF' : '';
    const open = await openAttachment(services, context, params, { action: 'attachments.get', as });
    const { attachment, bytes } = open;
    if (!query.pdf || attachment.mimeType === 'application/pdf') {
      const name = maskSsns(attachment.name, attachment.patient?.socialSecurityNumbers);
      return { name: downloadName(name), mediaType: harmless(attachment.mimeType), bytes };
    }
    return asPdf(services, open);
  },

  convert: async ({ params, query: { type } }, context) => {
    if (type === 'CDA') await refuseBlocked(services.database.db, context.actor, 'cdaDownload');
    const open = await takeAttachment(services, context, params);
    const read = readOf(params, { action: 'attachments.convert', as: ` as ${type}` });
    const note = (tx: Transaction) => auditContent(tx, context, read);
    const kept = await findConversion(services.database.db, open.attachment.id, [type]);
    if (kept) await inTransaction(services.database, note);
    return conversionRecordOf(kept ?? (await makeConversion(services, open, type, note)));
  },

  generatePreview: async ({ params }, context) => {
    const open = await takeAttachment(services, context, params);
    const read = readOf(params, { action: 'attachments.generatePreview', as: ' as preview' });
    const save = async (tx: Transaction, isMade: boolean) => {
      await auditContent(tx, context, read);
      await setPreviewStatus(tx, open.attachment.id, isMade ? 'Available' : 'Failed');
    };
    try {
      return conversionRecordOf(await makeConversion(services, open, 'Preview', save));
    } catch (error) {
      throw previewProblem(error);
    }
  },

  patient: async ({ params }, context) => {
    const what = { action: 'attachments.patient', as: ': patient' };
    const { attachment, bytes } = await openAttachment(services, context, params, what);
    if (attachment.previewStatus === 'Processing') return { status: 'Processing', patient: null };
    return { status: 'Completed', patient: attachment.patient ?? (await patientIn(services, attachment.name, bytes)) };
  },
});

/** The PDF that was made of it before, or is made now. */
async function asPdf(services: Services, open: OpenAttachment) {
  const { database } = services;
  const kept = await findConversion(database.db, open.attachment.id, ['PDF', 'Preview']);
  const made = kept ?? (await makeConversion(services, open, 'PDF'));
  const bytes = made.contentId && (await readContent(database.db, made.contentId));
  if (!bytes) throw new ApiProblem('E-NOT-FOUND');
  const name = maskSsns(made.documentName, open.attachment.patient?.socialSecurityNumbers);
  return { name: downloadName(name), mediaType: harmless(made.mimeType), bytes };
}

function previewProblem(error: unknown): unknown {
  const isShownAsItIs =
    error instanceof ApiProblem && error.cause instanceof DocumentError && error.cause.fault === 'unsupported';
  return isShownAsItIs
    ? new ApiProblem('E-CONVERSION', { message: 'The document is shown as it is; it needs no preview.' })
    : error;
}

/** Documents that go out are not processed when they are sent, so their patient is read when somebody asks. */
async function patientIn({ documents }: Services, name: string, bytes: Buffer) {
  const identified = await documents.identify(bytes, name);
  if (identified.isRefused || !(identified.hasCdaContent || identified.hasHl7Content)) return null;
  try {
    return (await documents.extract(bytes, identified)).patient;
  } catch (error) {
    if (error instanceof DocumentError) return null;
    throw error;
  }
}
