/** Levels of the client's cache with their life in seconds (spec 3 section 9). */
export const cacheLevels = { L1: { seconds: 60 }, L2: { seconds: 6000 } } as const;

/** Everything kept is dropped after so many seconds (spec 3 section 9). */
export const cacheFlushSeconds = 6000;

/** The browser's storage that holds the cache (spec 3 section 9). */
export const cacheStorage = 'sessionStorage';
