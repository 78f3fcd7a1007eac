/** Whether this is `npm run test:hard`: some tests have a smaller measure in the usual suite. */
export const isHard = process.env['MODE'] === 'hard';
