/** For tests of a time limit: other programs of a busy machine may hold up one attempt, not three in a row. */
export const timeLimited = { retry: 2 } as const;
