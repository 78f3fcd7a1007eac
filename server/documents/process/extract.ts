import { cdaFacts } from '../cda/cdaFacts.ts';
import { DocumentError, type Extracted } from '../documents.ts';
import { hl7Facts } from '../hl7/hl7Facts.ts';
import { imageSize, isGiant } from '../image/imageSize.ts';
import { readTiff } from '../image/tiffPages.ts';
import type { Source } from './job.ts';

const nothing: Extracted = { pageCount: null, documentType: null, documentDate: null, patient: null, problem: null };

/** The facts of a document of a known kind. Parsers that are large come only for documents that need them. */
export async function extract(bytes: Buffer, { kind }: Source): Promise<Extracted> {
  switch (kind) {
    case 'ccda':
      return cdaFacts(bytes);
    case 'hl7':
      return hl7Facts(bytes);
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
