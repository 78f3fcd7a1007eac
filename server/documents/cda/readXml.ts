import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { decodePieces, xmlEncoding } from '../decodeText.ts';
import { DocumentError } from '../documents.ts';

/** Elements inside each other; C-CDA tables need about 40. */
const depthMax = 200;

export type Attributes = Readonly<Record<string, string>>;

/** What happens while an XML document is read. Names come without their prefix. */
export interface XmlEvents {
  open(name: string, attributes: Attributes, depth: number): void;
  /** Characters; one run of them may come in pieces. */
  text(text: string): void;
  close(name: string, depth: number): void;
  /** Read no further. */
  isDone(): boolean;
}

const damaged = () => new DocumentError('unreadable', 'The document is damaged: its XML is not well-formed.');
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML from start to end, or until there is enough. Entities are not declared, includes and stylesheets are not followed: there is no
 * code here that could. Prefixes are not resolved, because some senders declare addresses that are none.
 */
export function readXml(bytes: Uint8Array, events: XmlEvents): void {
  const encoding = xmlEncoding(bytes);
  if (encoding === undefined) throw damaged();
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('error', () => {
    if (!events.isDone()) throw damaged();
  });
  parser.on('doctype', (doctype) => {
    if (/\[|<!ENTITY/i.test(doctype)) throw new DocumentError('unreadable', 'The document declares entities.');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    depth++;
    if (depth > depthMax) throw new DocumentError('unreadable', 'The elements of the document lie too deep.');
    if (!events.isDone()) events.open(local(tag.name), tag.attributes, depth);
  });
  parser.on('closetag', (tag: SaxesTagPlain) => {
    if (!events.isDone()) events.close(local(tag.name), depth);
    depth--;
  });
  const onText = (text: string) => {
    if (!events.isDone()) events.text(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  for (const piece of decodePieces(bytes, encoding)) {
    parser.write(piece);
    if (events.isDone()) return;
  }
  parser.close();
}
