import sanitize from 'sanitize-html';
import { ApiProblem } from '../http/problem.ts';

const allowedTags = (
  'h1 h2 h3 h4 h5 h6 p br hr div blockquote pre ul ol li dl dt dd ' +
  'strong b em i u s sub sup small code table caption thead tbody tfoot tr th td a'
).split(' ');

/** What goes with all it holds; of any other unknown element the text stays. */
const goesWhole = (
  'script style head title template noscript noembed noframes iframe object embed applet svg math textarea select option ' +
  'button xmp plaintext audio video canvas'
).split(' ');

/** Far beyond any text people write; the parser's work grows with the square of the depth (FT-5). */
const maxDepth = 500;

const absolute = /^(https?:\/\/|mailto:)/i;

/**
 * HTML reduced to what legal texts need (IN-7): headings, paragraphs, lists, tables, plain links. No images, styles, ids, classes, forms
 * or scripts. Links lead out of the platform only, and what they open cannot reach back. `field` names the text in a refusal.
 */
export function sanitiseHtml(html: string, field: string): string {
  let depth = 0;
  const clean = sanitize(html, {
    onOpenTag: () => {
      if (++depth > maxDepth) {
        const modelState = { [field]: [`is nested deeper than ${maxDepth} levels`] };
        throw new ApiProblem('E-REQUEST-INVALID', { modelState });
      }
    },
    onCloseTag: () => {
      depth--;
    },
    allowedTags,
    nonTextTags: goesWhole,
    allowedAttributes: {
      a: ['href', 'rel'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: 60,
    transformTags: {
      a: (tagName, { href = '' }) => {
        const address = href.trim();
        const attribs: Record<string, string> = absolute.test(address)
          ? { href: address, rel: 'noopener noreferrer' }
          : {};
        return { tagName, attribs };
      },
    },
  });
  return clean.trim();
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Plain text as HTML: empty lines part paragraphs, lines stay lines. */
export const htmlOfText = (text: string): string =>
  text
    .split(/\r?\n[ \t]*(?:\r?\n[ \t]*)+/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => paragraph.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign).replace(/\r?\n/g, '<br />'))
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('\n');

/** Whether HTML has text that is displayed: at least one letter or digit. */
export const hasText = (html: string): boolean => /[\p{L}\p{N}]/u.test(html.replace(/<[^>]*>|&#?\w{1,10};/g, ' '));
