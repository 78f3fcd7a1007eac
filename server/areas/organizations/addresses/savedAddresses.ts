import { uniqueText } from '../../../../shared/rules/characters.ts';
import { normaliseAddress, wholeAddressProblem } from '../../../../shared/rules/directAddress.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { SavedAddress } from './savedAddressStore.ts';

/** The list as it is stored; a line that is no direct address, or is a repetition, is refused by its number. */
export function checkedAddresses(items: readonly SavedAddress[]): SavedAddress[] {
  const requested = items.map(({ address, displayName }) => ({ address: normaliseAddress(address), displayName }));
  const seen = new Set<string>();
  const modelState: Record<string, string[]> = {};
  for (const [line, { address }] of requested.entries()) {
    const problem = wholeAddressProblem(address) ?? (seen.has(address) ? uniqueText : null);
    if (problem !== null) modelState[`items.${line}.address`] = [problem];
    seen.add(address);
  }
  if (Object.keys(modelState).length > 0) throw new ApiProblem('E-REQUEST-INVALID', { modelState });
  return requested;
}

/** What has to be written and removed to turn one list into the other, and the same for the history. */
export function differenceOf(before: readonly SavedAddress[], after: readonly SavedAddress[]) {
  const old = new Map(before.map(({ address, displayName }) => [address, displayName]));
  const remaining = new Set(after.map(({ address }) => address));
  const written = after.filter(({ address, displayName }) => old.get(address) !== displayName);
  const removed = before.filter(({ address }) => !remaining.has(address)).map(({ address }) => address);
  const changes = Object.fromEntries([
    ...written.map(({ address, displayName }) => change(address, old.get(address) ?? null, displayName)),
    ...removed.map((address) => change(address, old.get(address) ?? null, null)),
  ]);
  return { written, removed, changes };
}

const change = (address: string, before: string | null, after: string | null) =>
  [`saved address ${address}`, { before, after }] as const;
