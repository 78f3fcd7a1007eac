import { allOrSome } from './isHard.ts';

/** Width of the window, and whether it is dark. Most tests run in a wide, light one; `npm run test:hard` looks at all four. */
export const looks = allOrSome<readonly [width: number, dark: boolean]>(
  [
    [390, true],
    [390, false],
    [1280, true],
    [1280, false],
  ],
  1,
);
