import { cdaMetadata } from '../cda/cdaMetadata.ts';
import { DocumentError, type DocumentMetadata } from '../documents.ts';
import { hl7Metadata } from '../hl7/hl7Metadata.ts';
import { imageSize, isGiant } from '../image/imageSize.ts';
import { readTiff } from '../image/tiffPages.ts';
import type { Source } from './job.ts';

const nothing: DocumentMetadata = {
  pageCount: null,
  documentType: null,
  documentDate: null,
  patient: null,
  problem: null,
};

/** The metadata of a document of a known kind. Large parsers are loaded only for documents that need them. */
export async function extract(bytes: Buffer, { kind }: Source): Promise<DocumentMetadata> {
  switch (kind) {
    case 'ccda':
      return cdaMetadata(bytes);
    case 'hl7':
      return hl7Metadata(bytes);
    case 'pdf': {
      const { pdfPageCount } = await import('../pdf/readPdf.ts');
      return { ...nothing, pageCount: await pdfPageCount(bytes) };
    }
    case 'tiff':
      return { ...nothing, pageCount: readTiff(bytes).length };
    case 'image':
      return { ...nothing, pageCount: imagePages(bytes) };
    case 'xml':
    case 'fhir':
    case 'text':
    case 'unknown':
      return nothing;
    default:
      return kind satisfies never;
  }
}

function imagePages(bytes: Buffer): number {
  const size = imageSize(bytes);
  if (!size || size.width === 0 || size.height === 0) throw new DocumentError('unreadable', 'The image is damaged.');
  if (isGiant(size)) throw new DocumentError('memory', 'The image has more pixels than can be shown.');
  return 1;
}
