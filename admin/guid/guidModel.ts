import type { GuidFormat } from '../../shared/rules/guid.ts';

export interface GuidRequest {
  readonly format: GuidFormat;
  readonly toUpper: boolean;
  /** As typed; see `countOf`. */
  readonly count: string;
}

/** The server generates one GUID per call. */
export const maxGuids = 100;
const maxParallelCalls = 6;

export const defaultRequest: GuidRequest = { format: 'D', toUpper: false, count: '1' };

/** The number in the input; undefined where it is invalid. */
export const countOf = (typed: string): number | undefined => {
  const count = Number(typed);
  return /^\d+$/.test(typed.trim()) && count >= 1 && count <= maxGuids ? count : undefined;
};

/** Requests the GUIDs from the server, a few calls at a time; fails when one call fails. */
export const generateGuids = async (
  { format, toUpper, count }: GuidRequest,
  create: (request: { query: { format: GuidFormat; toUpper: 'true' | 'false' } }) => Promise<{ value: string }>,
): Promise<string[]> => {
  const requested = countOf(count) ?? 0;
  const values: string[] = [];
  while (values.length < requested) {
    const calls = Math.min(maxParallelCalls, requested - values.length);
    const query = { format, toUpper: toUpper ? 'true' : 'false' } as const;
    const responses = await Promise.all(Array.from({ length: calls }, () => create({ query })));
    values.push(...responses.map(({ value }) => value));
  }
  return values;
};
