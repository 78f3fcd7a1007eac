/** Control characters, and those that turn the direction of writing or cannot be seen. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]+/g;

/** A text of a document as one line: nothing unseen, single spaces, cut to a sane length; null where nothing is left. */
export function cleanText(text: string | undefined, max = 200): string | null {
  if (text === undefined) return null;
  const line = text
    .slice(0, max * 8)
    .replace(unseen, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.slice(0, max).trim().toWellFormed() || null;
}

/** YYYY-MM-DD of a time such as 20200131 or 202001311530-0500; null where it has no day or there is no such day. */
export function dayOf(time: string | undefined): string | null {
  const [, year, month, day] = /^\s*(\d{4})-?(\d{2})-?(\d{2})/.exec(time ?? '') ?? [];
  if (year === undefined) return null;
  const written = `${year}-${month}-${day}`;
  const read = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(written) ? written : null;
}
