import { ssnsOfHl7 } from '../../../shared/rules/socialSecurityHl7.ts';
import { type Block, maskBlocks } from '../blocks.ts';
import { damagedBody, DocumentError } from '../documents.ts';
import { embeddedFiles } from './hl7Files.ts';
import { type Hl7Message, readHl7, type Segment } from './hl7Message.ts';

export interface Hl7Report {
  /** Results and report text, in the order of the message, with social security numbers masked. */
  readonly blocks: Block[];
  /** The first PDF inside the message. */
  readonly pdf: Buffer | null;
}

/** The readable content of an HL7 v2 message: its orders, results, notes and report lines. */
export function hl7Report(bytes: Uint8Array): Hl7Report {
  const message = readHl7(bytes);
  const blocks: Block[] = [];
  for (const segment of message.segments) {
    if (segment.name !== 'OBX' || segment.field(2) !== 'ED') blocks.push(...blocksOf(message, segment));
  }
  return { blocks: maskBlocks(blocks, ssnsOfHl7(message.text)).blocks, pdf: pdfIn(message) };
}

function blocksOf(message: Hl7Message, segment: Segment): Block[] {
  switch (segment.name) {
    case 'OBR':
      return heading(coded(message, segment.field(4)));
    case 'OBX':
      return resultOf(message, segment);
    case 'NTE':
      return message.repetitions(segment.field(3)).flatMap((text) => lines(message.plain(text)));
    case 'AL1':
      return labelled('Allergy', coded(message, segment.field(3)));
    case 'DG1':
      return labelled('Diagnosis', coded(message, segment.field(3)) || message.plain(segment.field(4)));
    default:
      return [];
  }
}

/** Report lines as they are; a value with its name, unit, range and flag. */
function resultOf(message: Hl7Message, obx: Segment): Block[] {
  const type = obx.field(2);
  const values = message.repetitions(obx.field(5));
  if (/^(TX|FT|ST)$/.test(type) && obx.field(6) === '' && obx.field(7) === '') {
    return values.flatMap((value) => lines(message.plain(value)));
  }
  const value = values.map((one) => coded(message, one)).join(', ');
  const unit = coded(message, obx.field(6));
  const range = obx.field(7) === '' ? '' : `(${message.plain(obx.field(7))})`;
  const flag = message.plain(obx.field(8));
  return labelled(coded(message, obx.field(3)), [value, unit, range, flag].filter(Boolean).join(' '));
}

/** The text of a coded value, else its code; of a number with comparator both. */
function coded(message: Hl7Message, field: string): string {
  const first = message.repetitions(field)[0] ?? '';
  return message.component(first, 2) || message.component(first, 1);
}

const heading = (text: string): Block[] => (text ? [{ kind: 'heading', level: 2, text }] : []);
const labelled = (name: string, value: string): Block[] =>
  value ? [{ kind: 'row', cells: [name, value], isHead: false }] : [];
const lines = (text: string): Block[] => text.split('\n').map((line) => ({ kind: 'paragraph', text: line.trimEnd() }));

function pdfIn(message: Hl7Message): Buffer | null {
  const file = embeddedFiles(message).find(({ base64 }) => base64.startsWith('JVBERi0'));
  if (file?.isValid === false) throw new DocumentError('unreadable', damagedBody);
  return file ? Buffer.from(file.base64, 'base64') : null;
}
