import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DocumentError } from '../documents.ts';

const pagesMax = 20_000;
/** Characters of text that are taken out of one document. */
const textMax = 20_000_000;

export const pdfPageCount = (bytes: Uint8Array): Promise<number> => withPdf(bytes, async (pdf) => checkedPages(pdf));

/** The text of each page, line by line. */
export const pdfText = (bytes: Uint8Array): Promise<string[]> =>
  withPdf(bytes, async (pdf) => {
    const pages: string[] = [];
    let length = 0;
    for (let number = 1; number <= checkedPages(pdf); number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      length += text.length;
      if (length > textMax) throw new DocumentError('memory', 'The PDF has too much text.');
      pages.push(text);
      page.cleanup();
    }
    return pages;
  });

function checkedPages(pdf: PDFDocumentProxy): number {
  if (!(pdf.numPages >= 1 && pdf.numPages <= pagesMax)) throw new DocumentError('unreadable', 'The PDF has no pages.');
  return pdf.numPages;
}

/** Opens a PDF without anything that could run, fetch or draw. */
async function withPdf<T>(bytes: Uint8Array, work: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const task = getDocument({
    // A copy: the reader takes the bytes as its own.
    data: new Uint8Array(bytes),
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    disableAutoFetch: true,
    disableStream: true,
    disableRange: true,
    verbosity: 0,
  });
  try {
    return await work(await task.promise);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError('unreadable', isLocked(error) ? 'The PDF asks for a password.' : 'The PDF is damaged.');
  } finally {
    await task.destroy();
  }
}

const isLocked = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException';
