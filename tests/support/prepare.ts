import { ensureChromium } from './chromium.ts';

/** `npm test` runs this first, so that a missing browser is installed before anything else takes time. */
ensureChromium();
