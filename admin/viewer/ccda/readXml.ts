import { xmlTags } from './xmlTags.ts';

/** A fault of a document that was corrected to display it; the texts are the messages `viewer.faults`. */
export type XmlFault =
  | 'doctype'
  | 'prefixes'
  | 'namespaces'
  | 'entities'
  | 'characters'
  | 'start'
  | 'truncated'
  | 'unreadable';

export interface ReadXml {
  /** Null where it cannot be parsed. */
  readonly document: Document | null;
  readonly faults: readonly XmlFault[];
}

const maxDepth = 500;

/**
 * Parses XML without document type, entities and external resources. Known faults of exported documents are corrected and reported; a strict
 * parse comes first, so that valid documents are not changed.
 */
export const readXml = (text: string): ReadXml => {
  const faults: XmlFault[] = [];
  let current = text;
  const correct = (fault: XmlFault, change: (before: string) => string) => {
    const after = change(current);
    if (after !== current) faults.push(fault);
    current = after;
  };
  correct('start', (before) =>
    before.replace(/^[^<]+/, (lead) => (lead.trim() === '' || lead === '\uFEFF' ? '' : lead)),
  );
  current = current.trimStart();
  correct('doctype', withoutDoctype);
  current = withoutInstructions(current);
  if (depthOf(current) > maxDepth) return { document: null, faults: [...faults, 'unreadable'] };
  const strict = parse(current);
  if (strict) return { document: strict, faults };

  correct('start', (before) => before.replace(/^[^<]+/, ''));
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML does not allow
  correct('characters', (before) => before.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''));
  correct('entities', correctEntities);
  correct('namespaces', correctNamespaces);
  correct('prefixes', declarePrefixes);
  const corrected = parse(current);
  if (corrected) return { document: corrected, faults };
  correct('truncated', closeOpenElements);
  const closed = parse(current);
  return closed ? { document: closed, faults } : { document: null, faults: ['unreadable'] };
};

const parse = (text: string): Document | null => {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  return document.getElementsByTagName('parsererror').length > 0 ? null : document;
};

/** A document type is before the first element; after it the same text is content. */
const withoutDoctype = (text: string): string => {
  const at = text.search(/<!DOCTYPE/i);
  const root = text.search(/<[A-Za-z_]/);
  if (at < 0 || (root >= 0 && root < at)) return text;
  const inner = text.indexOf('[', at);
  const plain = text.indexOf('>', at);
  if (inner < 0 || (plain >= 0 && plain < inner)) return text.slice(0, at) + (plain < 0 ? '' : text.slice(plain + 1));
  const end = /\]\s*>/.exec(text.slice(inner));
  return text.slice(0, at) + (end ? text.slice(inner + end.index + end[0].length) : '');
};

/** Removes processing instructions and the XML declaration; the text is already decoded. */
const withoutInstructions = (text: string): string => {
  let rest = text;
  while (rest.startsWith('<?')) {
    const end = rest.indexOf('?>');
    if (end < 0) return rest;
    rest = rest.slice(end + 2).trimStart();
  }
  return rest;
};

const knownEntities: Readonly<Record<string, string>> = {
  nbsp: '\u00A0',
  copy: '©',
  reg: '®',
  deg: '°',
  micro: 'µ',
  plusmn: '±',
};

const correctEntities = (text: string): string =>
  text.replaceAll(
    /&(?:(#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);|([A-Za-z]\w{0,31});)?/gi,
    (match, valid, name: string | undefined) => {
      if (valid !== undefined) return match;
      return name === undefined ? '&amp;' : (knownEntities[name] ?? `&amp;${name};`);
    },
  );

/** Strict parsers reject namespace URIs with blanks. */
const correctNamespaces = (text: string): string =>
  text.replaceAll(
    /\b(xmlns(?::[\w.-]{1,99})?\s{0,9}=\s{0,9})(["'])([^"'<>]{1,999})\2/g,
    (_match, name: string, quote: string, uri: string) =>
      `${name}${quote}${uri.trim().replaceAll(/\s+/g, '%20')}${quote}`,
  );

const knownNamespaces: Readonly<Record<string, string>> = {
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
  sdtc: 'urn:hl7-org:sdtc',
  voc: 'urn:hl7-org:v3/voc',
  cda: 'urn:hl7-org:v3',
  xlink: 'http://www.w3.org/1999/xlink',
};

const maxPrefixes = 50;

const declarePrefixes = (text: string): string => {
  const used = new Set<string>();
  for (const match of text.matchAll(/<\/?([A-Za-z_][\w.-]*):[A-Za-z_]|\s([A-Za-z_][\w.-]*):[\w.-]+\s*=\s*["']/g))
    used.add(match[1] ?? match[2] ?? '');
  const missing = [...used]
    .slice(0, maxPrefixes)
    .filter((prefix) => prefix !== 'xml' && prefix !== 'xmlns' && !new RegExp(`\\sxmlns:${prefix}\\s*=`).test(text));
  if (missing.length === 0 || used.size > maxPrefixes) return text;
  const declarations = missing.map(
    (prefix) => ` xmlns:${prefix}="${knownNamespaces[prefix] ?? `urn:undeclared:${prefix}`}"`,
  );
  return text.replace(/<([A-Za-z_][\w.:-]*)/, (start) => start + declarations.join(''));
};

const depthOf = (text: string): number => {
  let depth = 0;
  let max = 0;
  for (const { kind } of xmlTags(text)) {
    if (kind === 'empty') continue;
    depth += kind === 'close' ? -1 : 1;
    max = Math.max(max, depth);
  }
  return max;
};

/** A truncated document up to its last complete tag, with the open elements closed. */
const closeOpenElements = (text: string): string => {
  const open: string[] = [];
  let end = 0;
  for (const tag of xmlTags(text)) {
    // A wrong closing tag is not a truncation: closing elements here would move content into other elements.
    if (tag.kind === 'close' && open.pop() !== tag.name) return text;
    if (tag.kind === 'open') open.push(tag.name);
    end = tag.end;
  }
  if (open.length === 0) return text;
  const closing = open.reverse().map((name) => `</${name}>`);
  return text.slice(0, end) + closing.join('');
};
