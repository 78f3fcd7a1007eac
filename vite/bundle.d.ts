/** The folder of a bundle that is as new as its sources. */
export function freshBundle(name: 'cli' | 'server'): string | undefined;
/** Builds a bundle when a source is newer. */
export function buildIfStale(name: 'cli' | 'server'): void;
