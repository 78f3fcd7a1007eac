import { isSsnElement } from '../../shared/rules/socialSecurityHl7.ts';
import { displayedSsn, ssnMask, ssnsIn, ssnsInTable } from '../../shared/rules/socialSecurity.ts';
import { allOf, attributeOf, childrenOf, textOf } from './ccda/ccdaElements.ts';

/**
 * Masks the social security numbers of a parsed document in place, before anything is displayed, searched or sorted: those under their root
 * (also of other people than the patient), labeled ones, and their digits in every text and attribute. Returns the numbers.
 */
export const maskDocument = (document: Document, known: readonly string[] = []): readonly string[] => {
  const root = document.documentElement;
  const runs = textRuns(root);
  const identifiers = allOf(document, 'id').filter((id) =>
    isSsnElement(Object.fromEntries(Array.from(id.attributes, ({ name, value }) => [name, value]))),
  );
  const ssns = [
    ...known,
    ...identifiers.map((id) => attributeOf(id, 'extension')),
    ...runs.flatMap((run) => ssnsIn(textOfRun(run))),
    ...allOf(document, 'table').flatMap(ssnsOfTable),
    ...allOf(document, 'list').flatMap((list) => ssnsInTable(childrenOf(list).map((item) => [textOf(item)]))),
  ];
  const mask = ssnMask(ssns);
  for (const id of identifiers) maskIdentifierElement(id);
  for (const run of runs) maskRun(run, mask);
  for (const element of [root, ...root.getElementsByTagName('*')]) maskAttributes(element, mask);
  return ssns;
};

/** Text nodes that are displayed as one text. */
type TextRun = readonly CharacterData[];

/** Elements that do not end a word: a number may be written over several of them. */
const inline = new Set('content sub sup linkhtml a b strong i em u span font small mark abbr'.split(' '));

const blockOf = (node: Node): Element | null => {
  let element = node.parentElement;
  while (element && inline.has(element.localName.toLowerCase())) element = element.parentElement;
  return element;
};

const textRuns = (root: Element): TextRun[] => {
  const { SHOW_TEXT, SHOW_CDATA_SECTION, SHOW_ELEMENT } = NodeFilter;
  const walker = root.ownerDocument.createTreeWalker(root, SHOW_TEXT | SHOW_CDATA_SECTION | SHOW_ELEMENT);
  const runs: CharacterData[][] = [];
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof CharacterData)) {
      // Also an empty one, such as a line break, ends the text before it.
      if (node instanceof Element && !inline.has(node.localName.toLowerCase())) block = null;
      continue;
    }
    const own = blockOf(node);
    if (own === block) runs.at(-1)?.push(node);
    else runs.push([node]);
    block = own;
  }
  return runs;
};

const textOfRun = (run: TextRun): string => run.map(({ data }) => data).join('');

/** The mask keeps the length, so that every node gets its part of the masked text. */
const maskRun = (run: TextRun, mask: (text: string) => string) => {
  const text = textOfRun(run);
  const masked = mask(text);
  let at = 0;
  for (const node of run) {
    const { length } = node.data;
    const part = masked.slice(at, at + length);
    if (part !== node.data) node.data = part;
    at += length;
  }
};

const maskAttributes = (element: Element, mask: (text: string) => string) => {
  for (const attribute of element.attributes) {
    const masked = mask(attribute.value);
    if (masked !== attribute.value) attribute.value = masked;
  }
};

/** A value that is no social security number is no identifier of any kind. */
const maskIdentifierElement = (id: Element) => {
  const displayed = displayedSsn(attributeOf(id, 'extension'));
  if (displayed === null) id.removeAttribute('extension');
  else id.setAttribute('extension', displayed);
};

const ssnsOfTable = (table: Element): string[] => {
  const caption = childrenOf(table).find(({ localName }) => localName === 'caption');
  return ssnsInTable(
    allOf(table, 'tr').map((row) => childrenOf(row).map(textOf)),
    caption && textOf(caption),
  );
};
