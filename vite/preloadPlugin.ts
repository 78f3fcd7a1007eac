import type { Plugin } from 'vite';

/**
 * Names the chunks of these modules, and what they need, in the page's head: the browser fetches them while the entry still
 * signs the person in. Without it they would be found one after another.
 */
export const preloadPlugin = (modules: readonly string[]): Plugin => ({
  name: 'carepost-preload',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      if (!bundle) return [];
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const wanted = new Set<string>();
      const add = (fileName: string) => {
        if (wanted.has(fileName)) return;
        wanted.add(fileName);
        for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) add(next);
      };
      for (const chunk of chunks) {
        if (modules.some((module) => chunk.facadeModuleId?.endsWith(module))) add(chunk.fileName);
      }
      for (const chunk of chunks) if (chunk.isEntry) wanted.delete(chunk.fileName);
      return [...wanted].map((fileName) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
        injectTo: 'head' as const,
      }));
    },
  },
});
