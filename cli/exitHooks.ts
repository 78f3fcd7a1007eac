import type { Outcome } from './exits.ts';

/** How a command ended: what it threw, or what it returned. */
export type Completion = { readonly thrown: unknown } | { readonly outcome: Outcome | undefined };

/** What is recorded when a command has ended: the run's journal and the local audit. */
export interface ExitHooks {
  /** The run that records the command, once there is one; an error message names it. */
  runId: string | undefined;
  /** Called with the completion before the result or the error is reported. */
  add(hook: (completion: Completion) => Promise<void>): void;
  watch(command: () => Promise<Outcome | void>): Promise<Outcome | undefined>;
}

export const createExitHooks = (): ExitHooks => {
  const hooks: ((completion: Completion) => Promise<void>)[] = [];
  const callAll = async (completion: Completion): Promise<void> => {
    for (const hook of hooks) await hook(completion);
  };
  return {
    runId: undefined,
    add: (hook) => void hooks.push(hook),
    async watch(command) {
      let outcome: Outcome | undefined;
      try {
        outcome = (await command()) ?? undefined;
      } catch (thrown) {
        await callAll({ thrown });
        throw thrown;
      }
      await callAll({ outcome });
      return outcome;
    },
  };
};
