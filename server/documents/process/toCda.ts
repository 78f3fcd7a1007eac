import { maskSsns } from '../../../shared/rules/socialSecurity.ts';
import { maskCda } from '../cda/maskCda.ts';
import { type CdaBody, writeCda } from '../cda/writeCda.ts';
import { decodeText } from '../decodeText.ts';
import type { DocumentDetails } from '../documents.ts';
import { hl7Metadata } from '../hl7/hl7Metadata.ts';
import type { Source } from './job.ts';
import { toPdf } from './toPdf.ts';
import { unsupported } from './unsupported.ts';

/** Any document as a C-CDA, with social security numbers masked: one that is one already, another inside an unstructured one. */
export async function toCda(bytes: Buffer, from: Source, details: DocumentDetails): Promise<Buffer> {
  if (from.kind === 'ccda') return maskCda(bytes);
  const complete =
    from.kind === 'hl7' && details.patient === null ? { ...details, patient: hl7Metadata(bytes).patient } : details;
  return writeCda(await bodyOf(bytes, from, details), complete, new Date());
}

async function bodyOf(bytes: Buffer, from: Source, details: DocumentDetails): Promise<CdaBody> {
  switch (from.kind) {
    case 'pdf':
    case 'tiff':
    case 'image':
      return { mediaType: from.mimeType, bytes };
    case 'hl7':
      // Readers of C-CDA show PDF, not segments.
      return { mediaType: 'application/pdf', bytes: await toPdf(bytes, from, details) };
    case 'text':
    case 'xml':
    case 'fhir':
      return {
        mediaType: 'text/plain',
        bytes: Buffer.from(maskSsns(decodeText(bytes), details.patient?.socialSecurityNumbers), 'utf8'),
      };
    case 'ccda':
    case 'unknown':
      throw unsupported();
    default:
      return from.kind satisfies never;
  }
}
