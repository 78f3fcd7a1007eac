import type { ConversionKind, DocumentDetails } from '../documents.ts';
import { unsupported } from './unsupported.ts';
import { toCda } from './toCda.ts';
import { toPdf } from './toPdf.ts';
import { toText } from './toText.ts';
import type { Made, Source } from './job.ts';

/** Makes another form of a document. What cannot be made is `unsupported`; the original stays what it is. */
export async function convert(
  bytes: Buffer,
  from: Source,
  to: ConversionKind,
  details: DocumentDetails,
): Promise<Made> {
  switch (to) {
    case 'Preview':
      // All other kinds are shown from the original.
      if (from.kind !== 'tiff') throw unsupported();
      return { ...pdfForm, systemName: 'carepost-preview', bytes: await toPdf(bytes, from, details) };
    case 'PDF':
      return { ...pdfForm, systemName: 'carepost-pdf', bytes: await toPdf(bytes, from, details) };
    case 'CDA':
      return { ...cdaForm, systemName: 'carepost-cda', bytes: await toCda(bytes, from, details) };
    case 'Text':
      return { ...textForm, systemName: 'carepost-text', bytes: await textBytes(bytes, from, details) };
    default:
      return to satisfies never;
  }
}

const textBytes = async (bytes: Buffer, from: Source, { patient }: DocumentDetails): Promise<Buffer> =>
  Buffer.from(await toText(bytes, from, patient?.socialSecurityNumbers ?? []), 'utf8');

const pdfForm = { mimeType: 'application/pdf', extension: 'pdf' } as const;
const cdaForm = { mimeType: 'application/xml', extension: 'xml' } as const;
const textForm = { mimeType: 'text/plain', extension: 'txt' } as const;
