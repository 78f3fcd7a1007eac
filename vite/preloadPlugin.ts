import type { Plugin, Rolldown } from 'vite';

interface Preload {
  /** Chunk that runs by itself, before the application has arrived. */
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
 * Writes two things into the page's head that a bundler does not know: the script that begins the session, to run while the
 * application is still being fetched, and the chunks of the first page, which would otherwise be found one after another.
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
      const begins = {
        tag: 'script',
        attrs: { type: 'module', crossorigin: true, src: `/${starting.fileName}` },
        injectTo: 'head-prepend' as const,
      };
      return [
        // An entry that only imports is written out as one script for each import, this one among them.
        ...(html.includes(`src="/${starting.fileName}"`) ? [] : [begins]),
        ...more.map((fileName) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        })),
      ];
    },
  },
});
