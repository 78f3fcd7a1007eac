import type { Context } from '../context.ts';
import type { OneRow } from './oneRow.ts';

export type { OneRow, OneRowEnd } from './oneRow.ts';

/** A change of one record (oneRow.ts); the engine is loaded only when something is changed. */
export const writeRow = async (context: Context, asked: OneRow): Promise<void> => {
  const { oneRow } = await import('./oneRow.ts');
  return oneRow(context, asked);
};
