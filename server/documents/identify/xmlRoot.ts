/** What stands before the first element of an XML document, and that element. */
export interface XmlRoot {
  readonly localName: string;
  readonly namespace: string | null;
  /** A document type declaration with an internal subset or entities: never needed by what we exchange, always refused. */
  readonly declaresEntities: boolean;
  readonly isHtml: boolean;
}

/** No document of ours needs more before its root element. */
const prologMax = 256_000;
const startTag = /^<([\w.:-]{1,100})((?:\s+[\w.:-]{1,100}\s*=\s*(?:"[^"<]{0,2000}"|'[^'<]{0,2000}'))*)\s*\/?>/;

/** Reads the prolog by hand, without a parser and in linear time; undefined where this is no XML. */
export function readXmlRoot(text: string): XmlRoot | undefined {
  let at = 0;
  let declaresEntities = false;
  let isHtml = false;
  while (at < Math.min(text.length, prologMax)) {
    at = afterSpace(text, at);
    if (text.startsWith('<?', at)) at = after(text, '?>', at);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at);
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) {
      const end = doctypeEnd(text, at);
      const declared = text.slice(at, end);
      declaresEntities ||= declared.includes('[') || /<!ENTITY/i.test(declared);
      isHtml ||= /^<!doctype\s+html/i.test(declared);
      at = end;
    } else return rootAt(text, at, { declaresEntities, isHtml });
  }
  return undefined;
}

const alwaysHtml = /^(html|head|body|script|iframe|svg)$/i;
/** XML of others has such roots, too. */
const htmlWithoutDeclaration = /^(img|meta|style|link|form|a|p|div|table)$/i;

const isDeclaredXml = (text: string, namespace: string | undefined): boolean =>
  /^\s*<\?xml\s/.test(text) && !/xhtml|svg/i.test(namespace ?? '');

function rootAt(text: string, at: number, seen: Pick<XmlRoot, 'declaresEntities' | 'isHtml'>): XmlRoot | undefined {
  const tag = startTag.exec(text.slice(at, at + 16_000));
  const name = tag?.[1] ?? /^<([A-Za-z_][\w.:-]{0,100})/.exec(text.slice(at, at + 110))?.[1];
  if (name === undefined) {
    return seen.declaresEntities ? { localName: '', namespace: null, ...seen } : undefined;
  }
  const colon = name.indexOf(':');
  const localName = name.slice(colon + 1);
  const declares = colon < 0 ? 'xmlns' : `xmlns:${name.slice(0, colon)}`;
  const namespace = new RegExp(`\\s${declares.replaceAll('.', '\\.')}\\s*=\\s*["']([^"']*)["']`).exec(tag?.[2] ?? '');
  const isHtml =
    alwaysHtml.test(localName) || (!isDeclaredXml(text, namespace?.[1]) && htmlWithoutDeclaration.test(localName));
  return {
    localName,
    namespace: namespace?.[1] ?? null,
    declaresEntities: seen.declaresEntities,
    isHtml: seen.isHtml || isHtml,
  };
}

/** The end of a declaration, whose internal subset may hold `>` in brackets; the end of what is looked at where it never ends. */
function doctypeEnd(text: string, from: number): number {
  const close = text.indexOf('>', from);
  const open = text.indexOf('[', from);
  if (close < 0) return text.length;
  if (open < 0 || open > close) return close + 1;
  const bracket = text.indexOf(']', open);
  return bracket < 0 ? text.length : after(text, '>', bracket);
}

const after = (text: string, mark: string, from: number): number => {
  const index = text.indexOf(mark, from);
  return index < 0 ? text.length : index + mark.length;
};

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}
