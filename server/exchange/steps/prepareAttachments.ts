import { readContent } from '../../documents/attachmentStore.ts';
import { type ConversionKind, type Converted, DocumentError } from '../../documents/documents.ts';
import { saveConversion } from '../conversionRows.ts';
import type { WorkflowRun, StoredAttachment } from '../workflowRun.ts';
import { documentFailure } from '../documentFailure.ts';
import type { ExchangeServices } from '../exchangeServices.ts';
import { done, failed, type Prepared, type StepParts, type StepResult } from '../stepResult.ts';

type Made = { readonly attachment: StoredAttachment; readonly converted: Converted };

/** Converts attachments to the form the sender requested: PDF or C-CDA. Originals need no preparation. */
export function prepareAttachments({ services }: StepParts, run: WorkflowRun): StepResult {
  const as = run.command['attachmentsAs'];
  if (as !== 'PDF' && as !== 'CDA') return done({ attachmentsAs: 'Original' });
  const open = (run.attachments as StoredAttachment[]).filter(({ converted }) => converted === null);
  if (open.length === 0) return done({ attachmentsAs: as, converted: run.attachments.length });
  return { kind: 'outside', work: async () => [await convertAll(services, run, open, as)] };
}

async function convertAll(
  services: ExchangeServices,
  run: WorkflowRun,
  open: readonly StoredAttachment[],
  as: ConversionKind,
): Promise<Prepared> {
  const startTime = new Date().toISOString();
  const made: Made[] = [];
  let failure: StepResult | undefined;
  for (const attachment of open) {
    try {
      made.push({ attachment, converted: await convert(services, run, attachment, as) });
    } catch (error) {
      failure = failed(documentFailure(error), { attachmentsAs: as, attachment: attachment.id });
      break;
    }
  }
  const apply = async ({ tx }: StepParts, held: WorkflowRun): Promise<StepResult> => {
    for (const { attachment, converted } of made) {
      const conversion = await saveConversion(tx, attachment, as, converted);
      const inHand = (held.attachments as StoredAttachment[]).find(({ id }) => id === attachment.id);
      if (inHand) inHand.converted = conversion;
    }
    return failure ?? done({ attachmentsAs: as, converted: made.length });
  };
  return { stepName: 'PrepareAttachments', startTime, endTime: new Date().toISOString(), apply };
}

async function convert(
  { database, documents }: ExchangeServices,
  { message }: WorkflowRun,
  { contentId, name, documentDate }: StoredAttachment,
  as: ConversionKind,
): Promise<Converted> {
  const bytes = (await readContent(database.db, contentId)) ?? Buffer.alloc(0);
  const identified = await documents.identify(bytes, name);
  if (identified.isRefused) throw new DocumentError('unsupported', identified.problem ?? 'The document is refused.');
  const { patient } = await documents.extract(bytes, identified);
  return documents.convert(bytes, identified, as, { name, title: message.subject, patient, documentDate });
}
