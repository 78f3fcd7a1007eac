// Starts the bundle of the server, dist/server. Builds it first when a source is newer, unless BUILD says no.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const { BUILD, NODE_ENV, NODE_COMPILE_CACHE } = process.env;
const isBuilding = BUILD === undefined ? NODE_ENV !== 'production' : !/^(false|0|no|n|off|disabled)$/i.test(BUILD);
// An installation without sources carries only what was built.
const builder = new URL('../vite/bundle.js', import.meta.url);
if (isBuilding && existsSync(builder)) (await import(builder.href)).buildIfStale('server');

const bundle = new URL('../dist/server/main.js', import.meta.url);
if (NODE_COMPILE_CACHE === undefined) module.enableCompileCache(fileURLToPath(new URL('.compiled', bundle)));
// Where nothing was built, the sources run as they are; they start in twice the time.
await import(existsSync(bundle) ? bundle.href : './main.ts');
