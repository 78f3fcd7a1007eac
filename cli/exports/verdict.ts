import type { PageFacts } from './exportToFile.ts';
import type { Manifest } from './manifest.ts';

const count = (value: number): string => value.toLocaleString('en-US');

const driftOf = (facts: PageFacts, rows: number): readonly string[] => {
  const { totalCount, duplicatesDropped, isNarrowed } = facts;
  const reasons: string[] = [];
  if (totalCount !== null && totalCount.start !== totalCount.end)
    reasons.push(`The server counted ${count(totalCount.start)} rows at first and ${count(totalCount.end)} at last.`);
  if (duplicatesDropped > 0) reasons.push(`${count(duplicatesDropped)} rows came twice; each is in the file once.`);
  if (totalCount !== null && !isNarrowed && rows !== totalCount.end)
    reasons.push(`The file has ${count(rows)} rows, the server counted ${count(totalCount.end)}.`);
  return reasons;
};

/** Whether an export is provably whole, and what speaks against it. */
export const verdictOf = (seen: {
  readonly terminated: boolean;
  readonly rows: number;
  readonly distinctIds: number | null;
  readonly facts: PageFacts | undefined;
}): Pick<Manifest, 'verdict' | 'doubts'> => {
  const { terminated, rows, distinctIds, facts } = seen;
  const drift = facts === undefined ? [] : driftOf(facts, rows);
  const odd: string[] = [];
  if (!terminated) odd.push('The last line does not end as lines do; the server may have stopped early.');
  if (distinctIds !== null && distinctIds < rows)
    odd.push(`${count(rows - distinctIds)} rows have a key that another row has as well.`);
  if (odd.length > 0) return { verdict: 'doubtful', doubts: [...odd, ...drift] };
  return drift.length > 0 ? { verdict: 'drifted', doubts: drift } : { verdict: 'complete', doubts: [] };
};
