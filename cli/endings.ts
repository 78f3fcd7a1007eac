import type { Outcome } from './exits.ts';

/** How a command ended: what it threw, or what it gave back. */
export type Ending = { readonly thrown: unknown } | { readonly outcome: Outcome | undefined };

/** What has to be known or written down when a command has ended. */
export interface Endings {
  /** The run that writes down what the command does, once there is one; an error names it. */
  run: string | undefined;
  /** Is told before result or failure go on. */
  add(tell: (ending: Ending) => Promise<void>): void;
  watch(command: () => Promise<Outcome | void>): Promise<Outcome | undefined>;
}

export const createEndings = (): Endings => {
  const tellers: ((ending: Ending) => Promise<void>)[] = [];
  const tellAll = async (ending: Ending): Promise<void> => {
    for (const tell of tellers) await tell(ending);
  };
  return {
    run: undefined,
    add: (tell) => void tellers.push(tell),
    async watch(command) {
      let outcome: Outcome | undefined;
      try {
        outcome = (await command()) ?? undefined;
      } catch (thrown) {
        await tellAll({ thrown });
        throw thrown;
      }
      await tellAll({ outcome });
      return outcome;
    },
  };
};
