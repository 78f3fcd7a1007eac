import type { Outcome } from './exits.ts';

/** How a command ended: what it threw, or what it returned. */
export type Completion = { readonly thrown: unknown } | { readonly outcome: Outcome | undefined };

/** Called when a command has ended, to complete the run's journal and the local audit. */
export interface ExitHooks {
  /** The run that records the command, once there is one; an error message names it. */
  runId: string | undefined;
  /** Called with the completion before the result or the error is reported. */
  add(hook: (completion: Completion) => Promise<void>): void;
  watch(command: () => Promise<Outcome | void>): Promise<Outcome | undefined>;
}

export const createExitHooks = (): ExitHooks => {
  const hooks: ((completion: Completion) => Promise<void>)[] = [];
  return {
    runId: undefined,
    add: (hook) => void hooks.push(hook),
    async watch(command) {
      const completion: Completion = await command().then(
        (outcome) => ({ outcome: outcome ?? undefined }),
        (thrown: unknown) => ({ thrown }),
      );
      for (const hook of hooks) await hook(completion);
      if ('thrown' in completion) throw completion.thrown;
      return completion.outcome;
    },
  };
};
