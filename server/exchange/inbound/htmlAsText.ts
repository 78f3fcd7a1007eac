import sanitize from 'sanitize-html';

const blocks = ['p', 'div', 'br', 'tr', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'blockquote', 'table'];
/** What sanitising leaves escaped. */
const signs: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The text of a mail that has HTML only: block elements become lines, all other markup is removed. */
export const htmlAsText = (html: string): string =>
  sanitize(html, { allowedTags: blocks, allowedAttributes: {} })
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(?:amp|lt|gt|quot);/g, (sign) => signs[sign] ?? sign)
    .replace(/[ \t]*\n\s*\n\s*/g, '\n\n')
    .trim();
