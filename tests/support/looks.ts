import { isHard } from './isHard.ts';

/** Width of the window, and whether it is dark. Most tests run in a wide, light one; `npm run test:hard` looks at all four. */
export const looks: readonly (readonly [width: number, dark: boolean])[] = isHard
  ? [1280, 390].flatMap((width) => [false, true].map((dark) => [width, dark] as const))
  : [[390, true]];
