import { access } from 'node:fs/promises';
import type { Plan } from '../../shared/bulk/plan.ts';
import { openPlan } from '../../shared/bulk/planFile.ts';
import { fileLines } from './fileLines.ts';
import { nodePlatform } from './nodePlatform.ts';

/** The plan in a file, read and found unaltered; a BulkError says what is wrong with it. */
export const planAt = async (path: string): Promise<Plan> => {
  // A file that is not there has no lines, and would be called no plan.
  await access(path);
  return openPlan(
    () => fileLines(path),
    () => nodePlatform.digest(),
  );
};
