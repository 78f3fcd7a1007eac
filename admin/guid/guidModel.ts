import type { GuidFormat } from '../../shared/rules/guid.ts';

export interface GuidRequest {
  readonly format: GuidFormat;
  readonly toUpper: boolean;
  /** As typed; `countProblem` says whether it can be used. */
  readonly count: string;
}

/** The server makes one GUID in a call, so the page asks for no more than it can wait for. */
export const mostGuids = 100;
const together = 6;

export const defaultRequest: GuidRequest = { format: 'D', toUpper: false, count: '1' };

export const countOf = (typed: string): number | undefined => {
  const count = Number(typed);
  return /^\d+$/.test(typed.trim()) && count >= 1 && count <= mostGuids ? count : undefined;
};

/** Asks the server for as many GUIDs as wanted, a few calls at a time; all or an error. */
export const generateGuids = async (
  { format, toUpper, count }: GuidRequest,
  create: (format: GuidFormat, toUpper: boolean) => Promise<string>,
): Promise<string[]> => {
  const wanted = countOf(count) ?? 0;
  const values: string[] = [];
  while (values.length < wanted) {
    const calls = Math.min(together, wanted - values.length);
    values.push(...(await Promise.all(Array.from({ length: calls }, () => create(format, toUpper)))));
  }
  return values;
};
