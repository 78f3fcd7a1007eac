#!/usr/bin/env node
// Starts dist/main.js. In a checkout (the sources lie beside) it builds dist first when a source is newer; in the packed package
// there are no sources and nothing is looked at.
// Not import: that would load every name of the module, fs.promises too.
const { existsSync } = process.getBuiltinModule('node:fs');

const source = new URL('../main.ts', import.meta.url);
const bundle = new URL('../dist/main.js', import.meta.url);

// Version, overview and completion come too often, and too quickly, to look through the sources before each.
const isQuick = process.argv.length === 3 && ['--version', '-V', '--help', '-h'].includes(process.argv[2] ?? '');
const looks = !(existsSync(bundle) && (isQuick || process.argv[2] === '__complete'));

if (looks && existsSync(source)) {
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
