import type { Plan } from '../../shared/bulk/plan.ts';
import { openPlan } from '../../shared/bulk/planFile.ts';
import { fileLines } from './fileLines.ts';
import { nodePlatform } from './nodePlatform.ts';

/** The plan in a file, read and found unaltered; a BulkError says what is wrong with it. */
export const planAt = (path: string): Promise<Plan> =>
  openPlan(
    () => fileLines(path),
    () => nodePlatform.digest(),
  );
