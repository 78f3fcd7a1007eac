import type { Plugin } from 'vite';
import { wire } from '../shared/contract/wire.ts';

/** Replaces shared/contract/wire.ts by its value: plain rows, no schemas, no schema library in the bundle. */
export const wirePlugin = (): Plugin => ({
  name: 'carepost-wire',
  load(id) {
    return id.endsWith('/shared/contract/wire.ts') ? `export const wire = ${JSON.stringify(wire)};` : null;
  },
});
