/** Whether this is `npm run test:hard`: some tests have a smaller measure in the usual suite. */
export const isHard = process.env['MODE'] === 'hard';

/** All of them in `npm run test:hard`; in the usual suite so many of them, spread over the list and with the first. */
export const allOrSome = <T>(all: readonly T[], usual: number): readonly T[] => {
  const part = (index: number) => Math.floor((index * usual) / all.length);
  return isHard ? all : all.filter((_item, index) => part(index) !== part(index - 1));
};
