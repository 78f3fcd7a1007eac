import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { makePrivateFolder } from '../privateFile.ts';
import { nodePlatform } from './nodePlatform.ts';

/** A private file that goes when the work with it is done: what came by standard input, a plan nobody asked to keep. */
export const withSpool = async <T>(context: Context, kind: string, work: (path: string) => Promise<T>): Promise<T> => {
  const folder = join(context.folders.state, 'spool');
  await makePrivateFolder(folder);
  const path = join(folder, `${nodePlatform.newId()}.${kind}`);
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
};
