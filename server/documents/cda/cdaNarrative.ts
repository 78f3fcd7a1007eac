import { maxSsns } from '../../../shared/rules/socialSecurity.ts';
import { isSsnElement } from '../../../shared/rules/socialSecurityHl7.ts';
import { isBase64 } from '../base64Check.ts';
import { type Block, maskBlocks } from '../blocks.ts';
import { damagedBody, DocumentError } from '../documents.ts';
import { type Attributes, readXml } from './readXml.ts';

/** What stands in the body of a C-CDA for people to read, in its order. */
export interface Narrative {
  /** Social security numbers are masked. */
  readonly blocks: Block[];
  /** Values under the root of social security numbers and labeled ones, to be masked in other parts of the document too. */
  readonly ssns: readonly string[];
  /** A body that is another document: its claimed type and its bytes. */
  readonly embedded: { readonly mediaType: string; readonly bytes: Buffer } | null;
}

const blocksMax = 200_000;
const cellsMax = 60;
/** Elements after which a line ends. */
const lineEnds = new Set(['paragraph', 'br', 'caption', 'list', 'table', 'text', 'title']);

interface State {
  readonly blocks: Block[];
  readonly ssns: string[];
  readonly path: string[];
  line: string;
  row: string[] | null;
  sections: number;
  lists: number;
  isEncoded: boolean;
  mediaType: string | null;
  body: string[];
}

/** Reads the narrative as plain text: no links, no images, no styles and nothing that could run. */
export function cdaNarrative(bytes: Uint8Array): Narrative {
  const state: State = {
    blocks: [],
    ssns: [],
    path: [],
    line: '',
    row: null,
    sections: 0,
    lists: 0,
    isEncoded: false,
    mediaType: null,
    body: [],
  };
  readXml(bytes, {
    isDone: () => false,
    open: (name, attributes) => {
      state.path.push(name);
      opened(state, name, attributes);
    },
    text: (text) => gathered(state, text),
    close: (name) => {
      closed(state, name);
      state.path.pop();
    },
  });
  return { ...maskBlocks(state.blocks, state.ssns), embedded: embeddedOf(state) };
}

function opened(state: State, name: string, attributes: Attributes): void {
  if (name === 'section') state.sections++;
  if (name === 'id' && isSsnElement(attributes) && state.ssns.length < maxSsns)
    state.ssns.push(attributes['extension'] ?? '');
  if (isBody(state)) {
    state.mediaType = attributes['mediaType'] ?? 'text/plain';
    state.isEncoded = attributes['representation'] === 'B64';
  }
  if (!inNarrative(state)) return;
  if (name === 'list') {
    endLine(state);
    state.lists++;
  } else if (name === 'item' || name === 'table' || name === 'paragraph') {
    endLine(state);
  } else if (name === 'tr') {
    endLine(state);
    state.row = [];
  } else if (name === 'br') {
    state.line += state.row ? ' ' : '\n';
  }
}

function gathered(state: State, text: string): void {
  if (isBody(state)) state.body.push(text);
  else if (isTitle(state) || inNarrative(state)) state.line += text;
}

function closed(state: State, name: string): void {
  if (name === 'section') state.sections--;
  else if (isTitle(state)) {
    const text = takeLine(state);
    if (text) add(state, { kind: 'heading', level: Math.min(state.sections, 3), text });
  } else if (!inNarrative(state)) {
    return;
  } else if (name === 'td' || name === 'th') {
    if (state.row && state.row.length < cellsMax) state.row.push(takeLine(state));
  } else if (name === 'tr') {
    const cells = state.row ?? [];
    state.row = null;
    const isHead = state.path.at(-2) === 'thead';
    if (cells.some((cell) => cell !== '')) add(state, { kind: 'row', cells, isHead });
  } else if (name === 'item') {
    endLine(state);
  } else if (name === 'list') {
    state.lists--;
  } else if (lineEnds.has(name)) {
    endLine(state);
  }
}

/** A paragraph, or an item of a list. Inside a table's cell the text belongs to the cell. */
function endLine(state: State): void {
  if (state.row) {
    if (state.line !== '' && !state.line.endsWith(' ')) state.line += ' ';
    return;
  }
  const isItem = state.path.includes('item');
  for (const part of state.line.split('\n')) {
    const text = part.replace(/\s+/g, ' ').trim();
    if (text)
      add(state, isItem ? { kind: 'item', depth: Math.max(1, state.lists), text } : { kind: 'paragraph', text });
  }
  state.line = '';
}

function takeLine(state: State): string {
  const text = state.line.replace(/\s+/g, ' ').trim();
  state.line = '';
  return text;
}

function add(state: State, block: Block): void {
  if (state.blocks.length >= blocksMax) throw new DocumentError('memory', 'The document has too much text.');
  state.blocks.push(block);
}

const isTitle = ({ path }: State): boolean => path.at(-1) === 'title' && path.at(-2) === 'section';
const isBody = ({ path }: State): boolean => path.at(-1) === 'text' && path.at(-2) === 'nonXMLBody';
/** In the `text` of a section. */
const inNarrative = ({ path }: State): boolean => {
  const text = path.lastIndexOf('text');
  return text > 0 && path[text - 1] === 'section';
};

function embeddedOf({ body, isEncoded, mediaType }: State): Narrative['embedded'] {
  const text = body.join('');
  if (mediaType === null || text.trim() === '') return null;
  if (isEncoded && !isBase64(text)) throw new DocumentError('unreadable', damagedBody);
  const bytes = isEncoded ? Buffer.from(text.replace(/\s+/g, ''), 'base64') : Buffer.from(text, 'utf8');
  return { mediaType: isEncoded ? mediaType : 'text/plain', bytes };
}
