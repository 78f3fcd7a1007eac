/** What is to run, when and as whom, before it is written for one scheduler. */
export interface Schedule {
  readonly name: string;
  /** The whole command, the program first. */
  readonly words: readonly string[];
  /** Time of day, or every so many minutes. */
  readonly when: { readonly at: string } | { readonly everyMinutes: number };
  readonly user: string | undefined;
  /** In minutes: how far apart many machines are spread, and when a run is given up. */
  readonly jitterMinutes: number;
  readonly deadlineMinutes: number;
}

/** Quotes a word for sh, only where it needs to be. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Hours and minutes of `06:05`. */
export const timeOf = (at: string): readonly [hours: number, minutes: number] => {
  const [hours = '0', minutes = '0'] = at.split(':');
  return [Number(hours), Number(minutes)];
};
