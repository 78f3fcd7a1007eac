import { textOfBlocks } from '../blocks.ts';
import { cdaNarrative } from '../cda/cdaNarrative.ts';
import { decodeText } from '../decodeText.ts';
import { hl7Report } from '../hl7/hl7Report.ts';
import { identify } from '../identify/identify.ts';
import type { Source } from './job.ts';
import { unsupported } from './unsupported.ts';

/** What a document says, as plain text. */
export async function toText(bytes: Buffer, from: Source): Promise<string> {
  switch (from.kind) {
    case 'pdf':
      return pdfPages(bytes);
    case 'ccda': {
      const { blocks, embedded } = cdaNarrative(bytes);
      return embedded ? innerText(embedded.bytes) : textOfBlocks(blocks);
    }
    case 'hl7': {
      const { blocks, pdf } = hl7Report(bytes);
      return pdf && blocks.length === 0 ? pdfPages(pdf) : textOfBlocks(blocks);
    }
    case 'text':
    case 'xml':
    case 'fhir':
      return decodeText(bytes);
    case 'tiff':
    case 'image':
    case 'unknown':
      throw unsupported();
    default:
      return from.kind satisfies never;
  }
}

async function innerText(bytes: Buffer): Promise<string> {
  const inner = identify(bytes, '');
  if (inner.kind === 'pdf') return pdfPages(bytes);
  if (inner.kind === 'text') return decodeText(bytes);
  throw unsupported();
}

async function pdfPages(bytes: Buffer): Promise<string> {
  const { pdfText } = await import('../pdf/readPdf.ts');
  return (await pdfText(bytes)).join('\n\f\n').trim();
}
