import { defineCommand } from '../../command.ts';
import { parseDuration } from '../../durations.ts';
import { CliError } from '../../errors.ts';
import { cronLine } from './cronLine.ts';
import type { Schedule } from './scheduleSpec.ts';
import { systemdUnits } from './systemdUnits.ts';
import { windowsTask } from './windowsTask.ts';

interface Options {
  readonly at?: string;
  readonly every?: number;
  readonly name?: string;
  readonly user?: string;
  readonly program?: string;
  readonly deadline?: number;
  readonly jitter?: number;
}

const writers = { systemd: systemdUnits, cron: cronLine, windows: windowsTask } as const;
const systems = Object.keys(writers) as (keyof typeof writers)[];

const minute = 60_000;
const usualDeadline = 20;
const usualJitter = 5;

const timeOfDay = (text: string): string => {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new TypeError(`"${text}" is no time of day; write 06:00`);
};

/** Only steps that divide an hour or a day: every scheduler here means the same by them. */
const interval = (text: string): number => {
  const minutes = parseDuration(text) / minute;
  const fits =
    Number.isInteger(minutes) && (minutes < 60 ? 60 % minutes === 0 : 1440 % minutes === 0 && minutes % 60 === 0);
  if (minutes >= 1 && minutes < 1440 && fits) return minutes;
  throw new TypeError(
    `"${text}" does not divide an hour or a day; write 5m, 15m, 30m, 1h, 2h or 6h, or --at 06:00 for once a day`,
  );
};

const word =
  (what: string) =>
  (text: string): string => {
    if (/^[A-Za-z0-9](?:-?[\w.]){0,63}$/.test(text)) return text;
    throw new TypeError(`"${text}" is no ${what}; letters, digits, dot, hyphen and underscore`);
  };

const minutesOf = (ms: number | undefined, usual: number): number =>
  ms === undefined ? usual : Math.max(1, Math.ceil(ms / minute));

/** A flag of the scheduled command itself, so that scheduler and command agree. */
const flagIn = (words: readonly string[], flag: string): number | undefined => {
  const at = words.findIndex((one) => one === flag || one.startsWith(`${flag}=`));
  const text = at < 0 ? undefined : (words[at]?.split('=')[1] ?? words[at + 1]);
  if (text === undefined) return undefined;
  try {
    return parseDuration(text);
  } catch {
    return undefined;
  }
};

const scheduleOf = (system: keyof typeof writers, options: Options, given: readonly string[]): Schedule => {
  const [first] = given;
  if (options.at !== undefined && options.every !== undefined)
    throw new CliError('E-USAGE', '--at and --every exclude each other.');
  const bare = given.find((text) => /[\0\r\n]/.test(text));
  if (bare !== undefined) throw new CliError('E-USAGE', 'A scheduled command cannot hold a line end.');
  // Schedulers know no PATH worth the name; what is named with a path is taken as it is.
  const program = options.program ?? (system === 'windows' ? 'carepost.cmd' : '/usr/bin/carepost');
  const hasPath = first !== undefined && /[/\\]/.test(first);
  const words = hasPath ? given : [program, ...given.slice(first === 'carepost' ? 1 : 0)];
  const flags = words.findIndex((text) => text.startsWith('-'));
  const own = words.slice(1, flags < 0 ? undefined : flags);
  return {
    name:
      options.name ??
      (own
        .slice(0, 3)
        .join('-')
        .replaceAll(/[^\w.]+/g, '-') ||
        'job'),
    words,
    when: options.every === undefined ? { at: options.at ?? '06:00' } : { everyMinutes: options.every },
    user: options.user,
    jitterMinutes: minutesOf(options.jitter, usualJitter),
    // Longer than the command's own limit, so that it can end in its own way first.
    deadlineMinutes: minutesOf(options.deadline ?? flagIn(words, '--deadline'), usualDeadline) + 1,
  };
};

/** Writes what a scheduler needs to run a command; installs nothing. */
export const schedulePrint = defineCommand<Options>({
  name: 'print',
  summary: 'print the systemd, cron or Windows schedule of a command; installs nothing',
  description:
    'Give the command after --, with or without the word carepost. carepost help scheduling tells the whole way.',
  arguments: [
    { name: '<system>', summary: systems.join(', '), choices: systems },
    { name: '<command...>', summary: 'the command to run, after --' },
  ],
  options: [
    { flags: '--at <time>', summary: 'once a day at this time (06:00)', group: 'Selection', parse: timeOfDay },
    { flags: '--every <duration>', summary: 'again and again: 15m, 1h, 6h', group: 'Selection', parse: interval },
    { flags: '--name <name>', summary: 'name of the job', group: 'Selection', parse: word('name of a job') },
    {
      flags: '--user <account>',
      summary: 'account it runs as (systemd: carepost)',
      group: 'Selection',
      parse: word('account'),
    },
    {
      flags: '--program <path>',
      summary: 'where carepost lies (/usr/bin/carepost; Windows: carepost.cmd)',
      group: 'Selection',
    },
    {
      flags: '--jitter <duration>',
      summary: 'spread starts over this time (5m); systemd and Windows',
      group: 'Safety',
      parse: parseDuration,
    },
    {
      flags: '--deadline <duration>',
      summary: "end a run after so long (the command's own --deadline, or 20m)",
      group: 'Safety',
      parse: parseDuration,
    },
  ],
  scalar: true,
  calls: [],
  examples: [
    'carepost schedule print systemd --at 06:00 -- reports export users --out-dir /srv/reports --latest --quiet',
    'carepost schedule print cron --every 1h --user reports -- orgs list --export --out-dir /srv/reports --quiet',
    'carepost schedule print windows --name nightly -- reports export organizations --out-dir /srv/reports',
  ],
  async run(context, options, [system = '', ...words]) {
    const found = systems.find((one) => one === system);
    if (found === undefined) throw new CliError('E-USAGE', `There is no scheduler "${system}".`);
    await context.output.text(writers[found](scheduleOf(found, options, words)));
  },
});
