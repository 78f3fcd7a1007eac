import type { Plugin } from 'vite';

/**
 * Start-up of the command line is counted in milliseconds, and these are the dearest:
 * - axios brings adapters for form data, redirects, http2 and fetch; the command line gives it its own (cli/network/adapter.ts).
 * - An ES import of a Node module reads all its names; those of http reach fetch and WebSocket, whose code takes 20 ms to load.
 *   process.getBuiltinModule gives the module without reading its names.
 */
const emptyModules = [
  /axios\/lib\/adapters\/(http|fetch|xhr)\.js$/,
  /axios\/lib\/platform\/node\/classes\/FormData\.js$/,
];

const names = (list: string): string => list.replaceAll(' as ', ': ');

const importForms: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [
    /import\s*\*\s*as ([\w$]+) from\s*"([\w:/]+)";?/g,
    (name = '', id = '') => `const ${name} = globalThis.process.getBuiltinModule("${id}");`,
  ],
  [
    /import\s*\{([^}]*)\}\s*from\s*"([\w:/]+)";?/g,
    (list = '', id = '') => `const {${names(list)}} = globalThis.process.getBuiltinModule("${id}");`,
  ],
  [
    /import ([\w$]+) from\s*"([\w:/]+)";?/g,
    (name = '', id = '') => `const ${name} = globalThis.process.getBuiltinModule("${id}");`,
  ],
  [
    /import ([\w$]+),\s*\{([^}]*)\}\s*from\s*"([\w:/]+)";?/g,
    (name = '', list = '', id = '') =>
      `const ${name} = globalThis.process.getBuiltinModule("${id}"), {${names(list)}} = ${name};`,
  ],
  [/__require\("([\w:/]+)"\)/g, (id = '') => `globalThis.process.getBuiltinModule("${id}")`],
];

/** Node modules that a package names at its top for something this program never does: [package, module]. */
const unusedBuiltins: readonly (readonly [RegExp, string])[] = [
  // commander starts programs of their own as sub-commands; axios makes boundaries of forms.
  [/node_modules\/commander\//, 'node:child_process'],
  [/node_modules\/axios\//, 'crypto'],
];

/** Globals whose first reading loads much: FormData fetch with it, performance all of perf_hooks. No form is ever sent from here. */
const dearGlobals = [
  { file: 'axios/lib/utils.js', from: "typeof G.FormData !== 'undefined' ? G.FormData : undefined", to: 'undefined' },
  { file: 'axios/lib/core/dispatchRequest.js', from: "typeof performance !== 'undefined'", to: 'false' },
];
const nothing = '\0nothing';

export const slimCliPlugin = (): Plugin => ({
  name: 'carepost-slim-cli',
  enforce: 'pre',
  resolveId(id, importer) {
    return unusedBuiltins.some(([from, builtin]) => builtin === id && from.test(importer ?? '')) ? nothing : null;
  },
  load(id) {
    if (id === nothing) return 'export default {};';
    return emptyModules.some((pattern) => pattern.test(id))
      ? 'export const getFetch = () => undefined; export default null;'
      : null;
  },
  transform(code, id) {
    const change = dearGlobals.find(({ file }) => id.endsWith(file));
    return change === undefined ? null : code.replace(change.from, change.to);
  },
  renderChunk(code) {
    let slim = code;
    for (const [pattern, write] of importForms)
      slim = slim.replace(pattern, (_all, ...parts: string[]) => write(...parts));
    return { code: slim, map: null };
  },
});
