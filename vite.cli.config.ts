import { defineConfig } from 'vite';
import { wirePlugin } from './vite/wirePlugin.ts';

/** The command line as it is shipped: split by command, all packages inside but the key store's native one. */
export default defineConfig({
  plugins: [wirePlugin()],
  publicDir: false,
  build: {
    ssr: 'cli/main.ts',
    outDir: process.env['BUNDLE_OUT'] ?? 'cli/dist',
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      external: ['@napi-rs/keyring'],
      output: {
        entryFileNames: 'main.js',
        chunkFileNames: '[name]-[hash].js',
        // Comments and blanks are half of what would have to be read; names stay, so that a stack can be understood.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        // Each file costs a third of a millisecond to open: what every command needs is one, what every call needs is another.
        codeSplitting: {
          groups: [
            {
              name: 'root',
              test: /cli[\\/](program|command)\.ts$|cli[\\/]tree[\\/](programHelp|flags|exportFlags)\.ts$/,
              priority: 30,
            },
            {
              name: 'core',
              test: /[\\/]commander[\\/]|shared[\\/]client[\\/](apiError|redact)\.ts$|cli[\\/](runCommand|carryOut|exitHooks|signals|createContext)\.ts$|cli[\\/]tree[\\/](arguments|buildProgram|findCommand|help)\.ts$|cli[\\/]output[\\/](output|listing)\.ts$|shared[\\/]bulk[\\/](hash|hashTable)\.ts$/,
              priority: 20,
            },
            {
              name: 'call',
              test: /[\\/](axios|proxy-from-env|follow-redirects|form-data)[\\/]|shared[\\/]client|cli[\\/]network|session[\\/](session|sessionRecord|secretStore)\.ts$/,
              priority: 10,
            },
          ],
        },
      },
    },
  },
  ssr: { noExternal: true, target: 'node' },
  logLevel: 'warn',
});
