#!/usr/bin/env node
// Starts dist/main.js. In a checkout (the sources lie beside) it builds dist first when a source is newer; in the packed package
// there are no sources and nothing is looked at.
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../main.ts', import.meta.url));
const bundle = new URL('../dist/main.js', import.meta.url);

if (statSync(source, { throwIfNoEntry: false }) !== undefined) {
  const { isStale } = await import('./stale.js');
  if (isStale()) {
    const { build } = await import('./build.js');
    build();
  }
} else if (!existsSync(bundle)) {
  process.stderr.write('carepost: the package is not complete (dist is missing); install it again\n');
  process.exit(1);
}

await import(bundle.href);
