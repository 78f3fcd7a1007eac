import { defineConfig } from 'vite';
import { pdfFilesPlugin } from './vite/pdfFilesPlugin.ts';
import { precompressPlugin } from './vite/precompressPlugin.ts';
import { preloadPlugin } from './vite/preloadPlugin.ts';
import { wirePlugin } from './vite/wirePlugin.ts';

/** Libraries of the first load, apart so that a new release of ours leaves them in the browser's cache. */
const libraries = (name: string, test: RegExp, priority: number) => ({
  name,
  test,
  priority,
  tags: ['$initial' as const],
});

/** Build of the web application. Chunks are split by page; the frame and the organization list are named in the page's head. */
export default defineConfig({
  plugins: [
    wirePlugin(),
    preloadPlugin({ first: 'starting', modules: ['/admin/organizations/OrganizationList.tsx'] }),
    pdfFilesPlugin(),
    precompressPlugin(),
  ],
  // The CSV libraries run on Node's streams; their own builds for browsers bring what they need of them.
  resolve: {
    alias: [
      { find: /^csv-parse$/, replacement: 'csv-parse/browser/esm' },
      { find: /^csv-stringify\/sync$/, replacement: 'csv-stringify/browser/esm/sync' },
    ],
  },
  worker: { format: 'es', plugins: () => [wirePlugin()] },
  publicDir: 'admin/public',
  build: {
    outDir: 'dist/admin',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // Inline scripts and data: addresses are refused by our content security policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // "use client" of MUI's modules means nothing here.
      checks: { moduleLevelDirective: false },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'starting',
              test: /[\\/](?:admin[\\/]starting\.ts|shared[\\/](?:client|contract)[\\/])/,
              priority: 50,
            },
            libraries('react', /node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom)[\\/]/, 30),
            libraries('mui', /node_modules[\\/](?:@mui|@emotion|stylis|clsx)[\\/]/, 20),
            libraries('vendor', /node_modules[\\/]/, 10),
            // What frame and list share with other pages would else become a dozen files of a few hundred bytes.
            libraries('frame', /[\\/]admin[\\/]/, 5),
            { name: 'list', test: /[\\/]admin[\\/]organizations[\\/]OrganizationList\.tsx$/, priority: 3 },
          ],
        },
      },
    },
  },
});
