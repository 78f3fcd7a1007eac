import { defineConfig } from 'vite';
import { slimCliPlugin } from './vite/slimCliPlugin.ts';
import { wirePlugin } from './vite/wirePlugin.ts';

/** The command line as it is shipped: split by command, all packages inside but the key store's native one. */
export default defineConfig({
  plugins: [wirePlugin(), slimCliPlugin()],
  publicDir: false,
  build: {
    ssr: 'cli/main.ts',
    outDir: process.env['CAREPOST_CLI_OUT'] ?? 'cli/dist',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      external: ['@napi-rs/keyring'],
      output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, target: 'node' },
  logLevel: 'warn',
});
