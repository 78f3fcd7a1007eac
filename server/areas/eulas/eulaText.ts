import { isUtf8 } from 'node:buffer';
import type { ReceivedFile } from '../../../shared/contract/endpoint.ts';
import { hasText, htmlOfText, sanitiseHtml } from '../../html/sanitiseHtml.ts';
import { ApiProblem } from '../../http/problem.ts';

const refused = (code: 'E-FILE-TYPE' | 'E-REQUEST-INVALID', text: string) =>
  new ApiProblem(code, { ...(code === 'E-FILE-TYPE' ? { message: text } : {}), modelState: { file: [text] } });

const wrongKind = () => refused('E-FILE-TYPE', 'The file must be HTML or plain text in UTF-8.');

/** Control characters no text has; documents of other programs do. */
// oxlint-disable-next-line no-control-regex -- finding control characters is what it is for
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
/** Text only by its bytes: PDF, rich text, PostScript, XML that is no page. */
const otherFormats = /^(%PDF-|\{\\rtf|%!PS|<\?xml\b(?![^]{0,1000}<html\b))/i;
/** Elements and comments of HTML; other names in angle brackets are placeholders or addresses. */
const markup =
  /<!--|<(!doctype|html|head|title|meta|link|base|style|script|noscript|template|body|main|header|footer|nav|aside|section|article|h[1-6]|p|div|br|hr|pre|blockquote|ul|ol|li|dl|dt|dd|table|tr|td|th|span|strong|em|b|i|u|s|a|small|font|center|img|svg|math|video|audio|canvas|iframe|object|embed|applet|form|input|button|select|textarea|xmp|plaintext)\b[^>]*>/i;

const noText =
  'contains no text; scripts, styles and pictures are removed. Choose a file with the text of the agreement';

/** The text of an agreement as sanitised HTML, from a file that is HTML or plain text by its content. */
export function eulaHtml({ name, bytes }: ReceivedFile): string {
  if (!isUtf8(bytes)) throw wrongKind();
  const text = new TextDecoder().decode(bytes);
  if (controls.test(text) || otherFormats.test(text.trimStart())) throw wrongKind();
  const isPlain = /\.txt$/i.test(name) || !markup.test(text);
  const sanitised = sanitiseHtml(text, 'file');
  const html = isPlain ? htmlOfText(text) : sanitised;
  // Also a plain text that is nothing but markup is no agreement.
  if (!hasText(html) || (markup.test(text) && !hasText(sanitised))) throw refused('E-REQUEST-INVALID', noText);
  return html;
}
