import { defineCommand, type OptionsOf, type Command, selectionFlag, safetyFlag } from '../command.ts';
import { parseDuration } from '../durations.ts';
import { CliError } from '../errors.ts';
import type { Io } from '../io.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

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

const times = (when: Schedule['when']): string => {
  if ('at' in when) {
    const [hours, minutes] = timeOf(when.at);
    return `${minutes} ${hours} * * *`;
  }
  const { everyMinutes } = when;
  if (everyMinutes === 1) return '* * * * *';
  return everyMinutes < 60
    ? `*/${everyMinutes} * * * *`
    : `0 ${everyMinutes === 60 ? '*' : `*/${everyMinutes / 60}`} * * *`;
};

/** A line of a crontab; with a user it is one for /etc/cron.d. In a crontab % ends the command unless escaped. */
export const cronLine = (schedule: Schedule): string => {
  const { words, when, user, name } = schedule;
  const command = words.map(shellWord).join(' ').replaceAll('%', '\\%');
  const line = [times(when), ...(user === undefined ? [] : [user]), command].join(' ');
  const where = user === undefined ? 'crontab -e' : `/etc/cron.d/carepost-${name}`;
  return `# ${where} (${name}). cron mails what the command prints: with --quiet nothing on success, one line on failure.
${line}
`;
};

/** Quotes a word of ExecStart: systemd.service(5) has quotes and escapes of its own, and % and $ mean something to it. */
const unitWord = (word: string): string => {
  const escaped = word
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');
  // A lone ; would end the command.
  return /^[\w@%+=:,./$-]+$/.test(escaped) ? escaped : `"${escaped}"`;
};

const calendar = (when: Schedule['when']): string => {
  if ('at' in when) return `OnCalendar=*-*-* ${when.at}:00`;
  const { everyMinutes } = when;
  if (everyMinutes < 60) return `OnCalendar=*:0/${everyMinutes}`;
  return `OnCalendar=*-*-* 0/${everyMinutes / 60}:00:00`;
};

const service = ({ name, words, user, deadlineMinutes }: Schedule): string => `[Unit]
Description=carepost: ${name.replaceAll('%', '%%')}
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStart=${words.map(unitWord).join(' ')}
User=${user ?? 'carepost'}
# The key of the machine sign-in. The profile was made with --private-key-file carepost-key.
LoadCredential=carepost-key:/etc/carepost/key.pem
StateDirectory=carepost
Environment=XDG_STATE_HOME=/var/lib XDG_CONFIG_HOME=/etc
TimeoutStartSec=${deadlineMinutes}min
# Repeated where that may help: the server or the network was not reachable (69), or requested a wait (75).
Restart=on-failure
RestartPreventExitStatus=1 2 3 4 5 6 7 8 9 10 11 12 74 78
RestartSec=5min
`;

const timer = ({ name, when, jitterMinutes }: Schedule): string => `[Unit]
Description=Starts carepost-${name}.service

[Timer]
${calendar(when)}
# A run that was missed while the machine was off is made up for.
Persistent=true
RandomizedDelaySec=${jitterMinutes}min

[Install]
WantedBy=timers.target
`;

/** A service and its timer. The marks tell where one file ends and the next begins. */
export const systemdUnits = (schedule: Schedule): string => {
  const file = `carepost-${schedule.name}`;
  return `# /etc/systemd/system/${file}.service
${service(schedule)}
# /etc/systemd/system/${file}.timer
${timer(schedule)}
# Put both files there, then: systemctl daemon-reload && systemctl enable --now ${file}.timer
`;
};

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Quotes an argument as programs on Windows take it apart: backslashes count only before quotes. */
export const windowsWord = (word: string): string => {
  if (word !== '' && !/[\s"]/.test(word)) return word;
  return `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
};

const trigger = (when: Schedule['when'], jitterMinutes: number): string => {
  const at = 'at' in when ? when.at : '00:00';
  const repetition =
    'at' in when
      ? ''
      : `\n      <Repetition><Interval>PT${when.everyMinutes}M</Interval><Duration>P1D</Duration></Repetition>`;
  return `    <CalendarTrigger>${repetition}
      <StartBoundary>2026-01-01T${at}:00</StartBoundary>
      <RandomDelay>PT${jitterMinutes}M</RandomDelay>
      <ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>
    </CalendarTrigger>`;
};

/** A task of the Windows task scheduler as XML. */
export const windowsTask = (schedule: Schedule): string => {
  const { name, words, when, user, jitterMinutes, deadlineMinutes } = schedule;
  const [program = '', ...rest] = words;
  const principal =
    user === undefined ? '<UserId>S-1-5-19</UserId>' : `<UserId>${xml(user)}</UserId><LogonType>S4U</LogonType>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Task version="1.4" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>carepost: ${xml(name)}</Description>
    <Documentation>schtasks /Create /TN carepost-${xml(name)} /XML carepost-${xml(name)}.xml</Documentation>
  </RegistrationInfo>
  <Triggers>
${trigger(when, jitterMinutes)}
  </Triggers>
  <Principals>
    <Principal id="Author">${principal}</Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <StartWhenAvailable>true</StartWhenAvailable>
    <RunOnlyIfNetworkAvailable>true</RunOnlyIfNetworkAvailable>
    <ExecutionTimeLimit>PT${deadlineMinutes}M</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xml(program)}</Command>
      <Arguments>${xml(rest.map(windowsWord).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
};

const writers = { systemd: systemdUnits, cron: cronLine, windows: windowsTask } as const;
const systems = Object.keys(writers) as (keyof typeof writers)[];

const minute = 60_000;
const defaultDeadline = 20;
const defaultJitter = 5;

const timeOfDay = (text: string): string => {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new TypeError(`"${text}" must be a time of day such as 06:00`);
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
    throw new TypeError(`"${text}" must be the ${what}: letters, digits, dot, hyphen and underscore`);
  };

const minutesOf = (ms: number | undefined, fallback: number): number =>
  ms === undefined ? fallback : Math.max(1, Math.ceil(ms / minute));

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

const printFlags = [
  selectionFlag('--at <time>', 'once a day at this time (06:00)', { parse: timeOfDay }),
  selectionFlag('--every <duration>', 'again and again: 15m, 1h, 6h', { parse: interval }),
  selectionFlag('--name <name>', 'name of the job', { parse: word('name of a job') }),
  selectionFlag('--user <account>', 'account it runs as (systemd: carepost)', { parse: word('name of an account') }),
  selectionFlag('--program <path>', 'where carepost lies (/usr/bin/carepost; Windows: carepost.cmd)'),
  safetyFlag('--jitter <duration>', 'spread starts over this time (5m); systemd and Windows', {
    parse: parseDuration,
  }),
  safetyFlag('--deadline <duration>', "end a run after so long (the command's own --deadline, or 20m)", {
    parse: parseDuration,
  }),
];
type Options = OptionsOf<typeof printFlags>;

const scheduleOf = (system: keyof typeof writers, options: Options, commandWords: readonly string[]): Schedule => {
  const [first] = commandWords;
  if (options.at !== undefined && options.every !== undefined)
    throw new CliError('E-USAGE', '--at and --every exclude each other.');
  const bare = commandWords.find((text) => /[\0\r\n]/.test(text));
  if (bare !== undefined) throw new CliError('E-USAGE', 'A scheduled command cannot hold a line end.');
  // Schedulers know no PATH worth the name; what is named with a path is taken as it is.
  const program = options.program ?? (system === 'windows' ? 'carepost.cmd' : '/usr/bin/carepost');
  const hasPath = first !== undefined && /[/\\]/.test(first);
  const words = hasPath ? commandWords : [program, ...commandWords.slice(first === 'carepost' ? 1 : 0)];
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
    jitterMinutes: minutesOf(options.jitter, defaultJitter),
    // Longer than the command's own limit, so that it can end in its own way first.
    deadlineMinutes: minutesOf(options.deadline ?? flagIn(words, '--deadline'), defaultDeadline) + 1,
  };
};

/** Refuses flags and arguments that the command does not have; it does not run. */
const checkArguments = async (commandLine: readonly string[], io: Io): Promise<void> => {
  const [{ buildProgram }, { usageError }, { CommanderError }] = await Promise.all([
    import('../tree/buildProgram.ts'),
    import('../runCommand.ts'),
    import('commander'),
  ]);
  const program = await buildProgram(commandLine, '', io, async () => undefined);
  try {
    await program.parseAsync([...commandLine], { from: 'user' });
  } catch (error) {
    throw error instanceof CommanderError ? await usageError(error, commandLine) : error;
  }
};

/** Refuses a command that does not exist: a scheduler would report that only at its next start. */
const checkCommand = async (commandLine: readonly string[], io: Io): Promise<void> => {
  const [first = '', ...rest] = commandLine;
  // Global flags may come first; a path may be that of a program around carepost.
  if (/^-|[/\\]/.test(first)) return;
  const [{ resources }, { findCommand }] = await Promise.all([
    import('../program.ts'),
    import('../tree/findCommand.ts'),
  ]);
  const resource = resources.find(({ name, aliases }) => name === first || aliases?.includes(first) === true);
  const { command, commands = [] } = (await resource?.load()) ?? {};
  if (command !== undefined || findCommand(commands, rest) !== undefined) return checkArguments(commandLine, io);
  const names = resource === undefined ? resources.map(({ name }) => name) : commands.map(({ name }) => name);
  const wrong = resource === undefined ? first : (rest[0] ?? '');
  throw new CliError(
    'E-USAGE',
    `There is no command "${[first, ...rest.slice(0, 1)].join(' ')}".${didYouMean(wrong, names)}`,
    {
      hint: 'carepost commands lists all of them.',
    },
  );
};

/** Writes what a scheduler needs to run a command; installs nothing. */
export const schedulePrint = defineCommand({
  name: 'print',
  summary: 'Print the systemd, cron or Windows schedule of a command; installs nothing',
  description:
    'Give the command after --, with or without the word carepost. carepost help scheduling tells the whole way.',
  arguments: [
    { name: '<system>', summary: systems.join(', '), choices: systems },
    { name: '<command...>', summary: 'the command to run, after --' },
  ],
  options: printFlags,
  scalar: true,
  calls: [],
  examples: [
    'carepost schedule print systemd --at 06:00 -- reports export users --out-dir /srv/reports --latest --quiet',
    'carepost schedule print cron --every 1h --user reports -- orgs list --export --out-dir /srv/reports --quiet',
    'carepost schedule print windows --name nightly -- reports export organizations --out-dir /srv/reports',
  ],
  async run(context, options, [system = '', ...words]) {
    const known = systems.find((one) => one === system);
    if (known === undefined) throw new CliError('E-USAGE', `There is no scheduler "${system}".`);
    const schedule = scheduleOf(known, options, words);
    await checkCommand(words[0] === 'carepost' ? words.slice(1) : words, context.io);
    await context.output.text(writers[known](schedule));
  },
});

export const commands: readonly Command[] = [schedulePrint];
