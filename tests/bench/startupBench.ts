import { line, rounded, summary, timed } from './measure.ts';

const runs = 20;

/** Start-up of the command line against `node -e 0` of the same node, run in turn. */
export const startupBench = async (launcher: string, environment: Record<string, string>) => {
  line('Command line start-up (median of 20 interleaved runs)');
  const commands: [string, string[]][] = [
    ['node -e 0', ['-e', '0']],
    ['carepost --version', [launcher, '--version']],
    ['carepost --help', [launcher, '--help']],
    ['carepost orgs list', [launcher, 'orgs', 'list']],
  ];
  const times = new Map<string, number[]>(commands.map(([name]) => [name, []]));
  for (const [, args] of commands) await timed(process.execPath, args, environment);
  for (let index = 0; index < runs; index += 1) {
    for (const [name, args] of commands) times.get(name)?.push(await timed(process.execPath, args, environment));
  }
  const base = summary(times.get('node -e 0') ?? []).median;
  for (const [name] of commands) {
    const { median } = summary(times.get(name) ?? []);
    line(`  ${name.padEnd(22)} ${rounded(median).padStart(7)} ms   ${rounded(median / base, 2)} x`);
  }
};
