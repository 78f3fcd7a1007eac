import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const folder = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'wasm');
const names = ['jbig2.wasm', 'openjpeg.wasm', 'qcms_bg.wasm'];

/** Puts the programs the PDF worker asks for by name beside it: without them faxes and scans within a PDF stay white. */
export const pdfFilesPlugin = (): Plugin => ({
  name: 'carepost-pdf-files',
  apply: 'build',
  async generateBundle() {
    for (const name of names) {
      this.emitFile({ type: 'asset', fileName: `assets/pdfjs/${name}`, source: await readFile(join(folder, name)) });
    }
  },
});
