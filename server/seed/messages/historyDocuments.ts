import { createHash } from 'node:crypto';
import type { PatientData } from '../../../shared/contract/messageSchemas.ts';
import { demoCcda } from '../../exchange/demo/documents/demoCcda.ts';
import type { DemoSubject } from '../../exchange/demo/documents/demoDocument.ts';
import { demoHl7 } from '../../exchange/demo/documents/demoHl7.ts';
import { demoPatient, patientDataOf } from '../../exchange/demo/documents/demoPatient.ts';
import { demoPdf } from '../../exchange/demo/documents/demoPdf.ts';
import { demoTiff } from '../../exchange/demo/documents/demoTiff.ts';
import { kinds } from '../lookupRows.ts';
import { randomFor, seededId } from '../random.ts';
import { day } from '../rowsOfEach.ts';
import { givenNames, landmarks, practices, surnames } from '../words.ts';

export type DocumentKind = 'ccda' | 'pdf' | 'hl7' | 'tiff';

/** A document of the history. Few are made; many attachments are of the same bytes, which keeps a million of them small on disk. */
export interface HistoryDocument {
  readonly contentId: string;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly extension: string;
  readonly mimeType: string;
  readonly size: number;
  readonly pageCount: number | null;
  readonly documentType: string;
  readonly documentDate: string;
  readonly patient: PatientData | null;
  /** The PDF made of it, where it has one. */
  readonly asPdf: { readonly contentId: string; readonly size: number } | null;
}

export interface HistoryContent {
  readonly id: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

export interface HistoryDocuments {
  readonly contents: readonly HistoryContent[];
  readonly of: Readonly<Record<DocumentKind, readonly HistoryDocument[]>>;
}

/** How many of each kind, and what they are called. */
const sorts = {
  ccda: { count: 24, titles: ['Continuity of Care Document', 'Referral Note', 'Discharge Summary'], extension: 'xml' },
  pdf: { count: 8, titles: ['Referral Letter', 'Consultation Report'], extension: 'pdf' },
  hl7: { count: 8, titles: ['Laboratory Report'], extension: 'hl7' },
  tiff: { count: 6, titles: ['Faxed Records', 'Faxed Referral'], extension: 'tif' },
} as const;

const mimeTypes = {
  ccda: 'application/xml',
  pdf: 'application/pdf',
  hl7: 'application/hl7-v2',
  tiff: 'image/tiff',
} as const;

/** The documents of the history: the same for the same day. */
export async function historyDocuments(now: number): Promise<HistoryDocuments> {
  const contents: HistoryContent[] = [];
  const keep = (bytes: Buffer) => {
    const id = seededId(kinds.document, contents.length);
    contents.push({ id, bytes, sha256: createHash('sha256').update(bytes).digest('hex') });
    return { contentId: id, size: bytes.length };
  };
  const of: Record<DocumentKind, HistoryDocument[]> = { ccda: [], pdf: [], hl7: [], tiff: [] };
  let number = 0;
  for (const kind of ['ccda', 'pdf', 'hl7', 'tiff'] as const) {
    for (let turn = 0; turn < sorts[kind].count; turn += 1) {
      number += 1;
      of[kind].push(await documentOf(kind, subjectOf(kind, turn, number, now), keep));
    }
  }
  return { contents, of };
}

function subjectOf(kind: DocumentKind, turn: number, number: number, now: number): DemoSubject {
  const random = randomFor(kinds.document, number);
  const { titles } = sorts[kind];
  return {
    patient: demoPatient(number),
    number,
    title: titles[turn % titles.length] ?? titles[0],
    organization: `${random.pick(landmarks)} ${random.pick(practices)}`,
    author: `${random.pick(givenNames)} ${random.pick(surnames)}`,
    at: new Date(now - (1 + random.below(60)) * day),
  };
}

type Keep = (bytes: Buffer) => { readonly contentId: string; readonly size: number };

async function documentOf(kind: DocumentKind, subject: DemoSubject, keep: Keep): Promise<HistoryDocument> {
  const { title, number, at, patient } = subject;
  const { extension } = sorts[kind];
  const pages = { ccda: null, hl7: null, pdf: 1 + (number % 3), tiff: 1 + (number % 2) }[kind];
  const bytes = await bytesOf(kind, subject, pages ?? 1);
  return {
    ...keep(bytes),
    kind,
    name: `${title.toLowerCase().replaceAll(' ', '-')}-${number}.${extension}`,
    extension,
    mimeType: mimeTypes[kind],
    pageCount: pages,
    documentType: kind === 'hl7' ? 'ORU^R01' : title,
    documentDate: at.toISOString().slice(0, 10),
    // Only structured documents say who their patient is.
    patient: kind === 'ccda' || kind === 'hl7' ? patientDataOf(patient) : null,
    asPdf: kind === 'ccda' || kind === 'tiff' ? keep(await demoPdf(subject, pages ?? 2)) : null,
  };
}

async function bytesOf(kind: DocumentKind, subject: DemoSubject, pages: number): Promise<Buffer> {
  if (kind === 'ccda') return demoCcda(subject, 4 + (subject.number % 7));
  if (kind === 'hl7') return demoHl7(subject);
  return kind === 'pdf' ? demoPdf(subject, pages) : demoTiff(subject, pages);
}
