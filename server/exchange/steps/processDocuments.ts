import type { StepName } from '../../../shared/rules/exchange.ts';
import { messageStatuses } from '../../../shared/rules/message.ts';
import { readContent } from '../../documents/attachmentStore.ts';
import { type Converted, DocumentError, type DocumentMetadata, type Identified } from '../../documents/documents.ts';
import { byteBudget } from '../../operations/byteBudget.ts';
import { freeBuffer } from '../../operations/spentBuffers.ts';
import { saveConversion, saveFailedConversion } from '../conversionRows.ts';
import type { AttachmentUpdate, WorkflowRun, StoredAttachment } from '../workflowRun.ts';
import { documentFailure } from '../documentFailure.ts';
import type { ExchangeServices } from '../exchangeServices.ts';
import { previewStatusOf } from '../previewStatus.ts';
import { done, failed, type Prepared, type StepParts, type StepResult } from '../stepResult.ts';

/** Identifies the documents of a message, reads their metadata and makes previews, all outside; the steps then write the results. */
export function processDocuments({ services }: StepParts, run: WorkflowRun, stepName: string): StepResult {
  if (run.attachments.length > 0) return { kind: 'outside', work: () => processAll(services, run) };
  if (stepName === 'Preview') finish(run);
  return done({ documents: 0 });
}

export interface DocumentBytes {
  readonly contentId: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** A document in work. The same bytes twice in one message are one. */
interface Work extends DocumentBytes {
  readonly identified: Identified;
  extracted: DocumentMetadata | null;
  preview: Converted | null;
}

/** Bytes of documents that jobs of this process have in memory at the same time: one of the largest, or several smaller ones. */
const inMemory = byteBudget(32 * 1024 * 1024);
/** Longer than any message takes; then the job continues in a later attempt. */
const memoryWaitMs = 600_000;

async function processAll(services: ExchangeServices, run: WorkflowRun): Promise<Prepared[]> {
  const attachments = unique(run.attachments);
  const release = await inMemory.wait(
    attachments.reduce((sum, { size }) => sum + size, 0),
    memoryWaitMs,
  );
  if (!release) throw new Error('The documents of other messages did not leave the memory in time.');
  const documents: DocumentBytes[] = [];
  try {
    for (const { contentId, name } of attachments) {
      const bytes = (await readContent(services.database.db, contentId)) ?? Buffer.alloc(0);
      documents.push({ contentId, name, bytes });
    }
    return await examine(services, documents);
  } finally {
    for (const { bytes } of documents) freeBuffer(bytes);
    release();
  }
}

/** Results of all three steps for these documents. */
export async function examine(services: ExchangeServices, documents: readonly DocumentBytes[]): Promise<Prepared[]> {
  const works: Work[] = [];
  const identify = await timed('Identify', async () => {
    for (const { contentId, name, bytes } of documents) {
      const identified = await services.documents.identify(bytes, name);
      works.push({ contentId, name, bytes, identified, extracted: null, preview: null });
    }
    // An empty document is refused without being hostile. What follows is done when the bytes are gone.
    const isHostile = works.some(({ identified, bytes }) => identified.isRefused && bytes.length > 0);
    return (_parts, held) => {
      held.updates.push(...works.map(identity));
      const refused = works.filter(({ identified }) => identified.isRefused).length;
      const unreadable = works.filter(({ identified }) => identified.problem !== null).length - refused;
      const meta = { documents: works.length, refused, unreadable };
      return isHostile ? failed('attachment-refused', meta) : done(meta);
    };
  });
  const readable = works.filter(({ identified }) => !identified.isRefused && identified.problem === null);
  const extract = await timed('Extract', () => extractAll(services, readable));
  const preview = await timed('Preview', () => previewAll(services, readable));
  return [identify, extract, preview];
}

type Apply = Prepared['apply'];

async function timed(stepName: StepName, work: () => Promise<Apply>): Promise<Prepared> {
  const startTime = new Date().toISOString();
  const apply = await work();
  return { stepName, startTime, endTime: new Date().toISOString(), apply };
}

const unique = (attachments: WorkflowRun['attachments']) => [
  ...new Map(attachments.map((attachment) => [attachment.contentId, attachment])).values(),
];

const identity = ({ contentId, identified }: Work): AttachmentUpdate => {
  const { mimeType, hasPdfContent, hasCdaContent, hasHl7Content, problem } = identified;
  return {
    contentId,
    mimeType,
    hasPdfContent,
    hasCdaContent,
    hasHl7Content,
    problem,
    previewStatus: previewStatusOf(identified),
  };
};

/** Limits that were broken fail the step; what is only damaged is marked, and the others go on. */
async function extractAll({ documents }: ExchangeServices, works: readonly Work[]): Promise<Apply> {
  const updates: AttachmentUpdate[] = [];
  let failure: StepResult | undefined;
  let unreadable = 0;
  let inDoubt = 0;
  for (const work of works) {
    try {
      work.extracted = await documents.extract(work.bytes, work.identified);
      inDoubt += work.extracted.problem === null ? 0 : 1;
      updates.push({ contentId: work.contentId, ...work.extracted });
    } catch (error) {
      const code = documentFailure(error);
      if (code === 'processing-timeout' || code === 'processing-memory') failure ??= failed(code);
      unreadable += 1;
      const problem = error instanceof Error ? error.message : null;
      updates.push({ contentId: work.contentId, problem, previewStatus: 'Failed' });
    }
  }
  return (_parts, held) => {
    held.updates.push(...updates);
    return failure ?? done({ documents: works.length, unreadable, inDoubt });
  };
}

async function previewAll({ documents }: ExchangeServices, works: readonly Work[]): Promise<Apply> {
  const faults = new Map<string, string>();
  for (const work of works) {
    if (work.extracted === null || previewStatusOf(work.identified) !== 'Processing') continue;
    const { patient, documentDate } = work.extracted;
    try {
      const details = { name: work.name, title: work.name, patient, documentDate };
      work.preview = await documents.convert(work.bytes, work.identified, 'Preview', details);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      faults.set(work.contentId, error.message);
    }
  }
  return async ({ tx }, held) => {
    let made = 0;
    for (const { contentId, preview } of works) {
      const fault = faults.get(contentId);
      if (preview === null && fault === undefined) continue;
      for (const attachment of (held.attachments as StoredAttachment[]).filter((row) => row.contentId === contentId)) {
        if (preview) await saveConversion(tx, attachment, 'Preview', preview);
        else await saveFailedConversion(tx, attachment, 'Preview', fault ?? '');
        made += preview ? 1 : 0;
      }
      held.updates.push({ contentId, previewStatus: preview ? 'Available' : 'Failed' });
    }
    finish(held);
    return done({ made, failed: faults.size });
  };
}

function finish(run: WorkflowRun): void {
  run.messageStatus = messageStatuses.indexOf('Processed');
  run.events.push({ eventType: 'Processed', note: null });
}
