import type { Plugin, Rolldown } from 'vite';

interface Preload {
  /** Chunk whose script runs by itself, before the application does. */
  readonly first: string;
  /** Modules of pages that most people open first. */
  readonly modules: readonly string[];
}

/** A chunk and all it needs, none twice. */
const withImports = (chunks: readonly Rolldown.OutputChunk[], start: readonly string[]): Set<string> => {
  const found = new Set<string>();
  const add = (fileName: string) => {
    if (found.has(fileName)) return;
    found.add(fileName);
    for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) add(next);
  };
  for (const fileName of start) add(fileName);
  return found;
};

/**
 * Does two things to the page's head that a bundler does not know of. Scripts other than the one that begins the session become
 * preloads marked `data-run`, which that script runs when the session was asked for (admin/starting.ts). And the chunks of the
 * first page are named, which would otherwise be found one after another.
 */
export const preloadPlugin = ({ first, modules }: Preload): Plugin => ({
  name: 'carepost-preload',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return [];
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const starting = chunks.find(({ name }) => name === first);
      if (!starting) throw new Error(`The build has no chunk named ${first}.`);
      const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
      const pages = chunks
        .filter(({ moduleIds }) => moduleIds.some((id) => modules.some((module) => id.endsWith(module))))
        .map(({ fileName }) => fileName);
      if (pages.length === 0) throw new Error(`The build has none of ${modules.join(', ')}.`);
      const known = withImports(chunks, entries);
      const more = [...withImports(chunks, pages)].filter((fileName) => !known.has(fileName));
      const tags = more.map((fileName) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
        injectTo: 'head' as const,
      }));
      const early = withImports(chunks, [starting.fileName]);
      const scripts = /<script type="module" crossorigin src="\/([^"]+)"><\/script>/g;
      const named = html.replace(scripts, (script, fileName: string) =>
        early.has(fileName) ? script : `<link rel="modulepreload" crossorigin href="/${fileName}" data-run>`,
      );
      if (!named.includes(`src="/${starting.fileName}"`)) throw new Error(`The page has no script ${first}.`);
      return { html: named, tags };
    },
  },
});
