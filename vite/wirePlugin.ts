import type { Plugin } from 'vite';
import { contractFields } from '../shared/contract/contractFields.ts';
import { wire } from '../shared/contract/wire.ts';

const values: Readonly<Record<string, object>> = { wire, contractFields };

/** Replaces modules of shared/contract by their values: plain rows and fields, no schemas, no schema library in the bundle. */
export const wirePlugin = (): Plugin => ({
  name: 'carepost-wire',
  load(id) {
    const name = /\/shared\/contract\/(\w+)\.ts$/.exec(id)?.[1] ?? '';
    return Object.hasOwn(values, name) ? `export const ${name} = ${JSON.stringify(values[name])};` : null;
  },
});
