import { maskSsns } from '../../../shared/rules/socialSecurity.ts';
import { textOfBlocks } from '../blocks.ts';
import { cdaNarrative } from '../cda/cdaNarrative.ts';
import { decodeText } from '../decodeText.ts';
import { hl7Report } from '../hl7/hl7Report.ts';
import { identify } from '../identify/identify.ts';
import type { Source } from './job.ts';
import { unsupported } from './unsupported.ts';

/** What a document says, as plain text with social security numbers masked. `ssns`: those of its patient, masked. */
export async function toText(bytes: Buffer, from: Source, ssns: readonly string[]): Promise<string> {
  switch (from.kind) {
    case 'pdf':
      return pdfPages(bytes, ssns);
    case 'ccda': {
      const narrative = cdaNarrative(bytes);
      const { embedded } = narrative;
      return embedded ? innerText(embedded.bytes, narrative.ssns) : textOfBlocks(narrative.blocks);
    }
    case 'hl7': {
      const { blocks, pdf } = hl7Report(bytes);
      return pdf && blocks.length === 0 ? pdfPages(pdf, ssns) : textOfBlocks(blocks);
    }
    case 'text':
    case 'xml':
    case 'fhir':
      return maskSsns(decodeText(bytes), ssns);
    case 'tiff':
    case 'image':
    case 'unknown':
      throw unsupported();
    default:
      return from.kind satisfies never;
  }
}

async function innerText(bytes: Buffer, ssns: readonly string[]): Promise<string> {
  const inner = await identify(bytes, '');
  if (inner.kind === 'pdf') return pdfPages(bytes, ssns);
  if (inner.kind === 'text') return maskSsns(decodeText(bytes), ssns);
  throw unsupported();
}

async function pdfPages(bytes: Buffer, ssns: readonly string[]): Promise<string> {
  const { pdfText } = await import('../pdf/readPdf.ts');
  return maskSsns((await pdfText(bytes)).join('\n\f\n').trim(), ssns);
}
