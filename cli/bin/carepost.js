#!/usr/bin/env node
// Starts dist/main.js. In a checkout it builds dist first when a source is newer; the packed package holds no sources.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

const self = process;
const { argv, env, stderr, versions } = self;
const [major, minor] = versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  stderr.write(`carepost needs Node 22.18 or newer; this is Node ${versions.node}.\n`);
  self.exit(78);
}
const bundle = new URL('../dist/main.js', import.meta.url);
const builder = new URL('../../vite/bundle.js', import.meta.url);
const isBuilt = existsSync(bundle);

// Version, overview and completion are called too often to look through the sources each time.
const isQuick = argv[2] === '__complete' || (argv.length === 3 && /^(-V|-h|--version|--help)$/.test(argv[2]));
if (!(isBuilt && isQuick) && existsSync(builder)) (await import(builder.href)).buildIfStale('cli');
else if (!isBuilt) {
  stderr.write('carepost: the package is not complete (dist is missing); install it again\n');
  self.exit(1);
}

// A folder only this user can write: what lies there is run. Without one, each run compiles its sources again.
if (env.NODE_COMPILE_CACHE === undefined) {
  try {
    module.enableCompileCache(join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'carepost', 'compiled'));
  } catch {
    // No home folder.
  }
}
await import(bundle.href);
