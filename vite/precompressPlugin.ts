import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:m?js|css|svg|json|wasm)$/;
const smallest = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes `.br` and `.gz` beside every text file at the strongest setting, so the server compresses nothing while serving. */
export const precompressPlugin = (): Plugin => {
  let folder = '';
  return {
    name: 'carepost-precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const file of files) {
        if (!file.isFile() || !compressible.test(file.name)) continue;
        const path = join(file.parentPath, file.name);
        const bytes = await readFile(path);
        if (bytes.byteLength < smallest) continue;
        const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } };
        await Promise.all([
          brotli(bytes, options).then((packed) => writeFile(`${path}.br`, packed)),
          zip(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
        ]);
      }
    },
  };
};
