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
const markup =
  /<(!doctype|html|body|head|p|div|h[1-6]|br|ul|ol|li|table|span|strong|em|b|i|a|section|article)\b[^>]*>/i;

/** The text of an agreement as sanitised HTML, from a file that is HTML or plain text by its content. */
export function eulaHtml({ name, bytes }: ReceivedFile): string {
  if (!isUtf8(bytes)) throw wrongKind();
  const text = new TextDecoder().decode(bytes);
  if (controls.test(text) || otherFormats.test(text.trimStart())) throw wrongKind();
  const isPlain = /\.txt$/i.test(name) || !markup.test(text);
  const html = isPlain ? htmlOfText(text) : sanitiseHtml(text, 'file');
  if (!hasText(html)) throw refused('E-REQUEST-INVALID', 'contains no text');
  return html;
}
