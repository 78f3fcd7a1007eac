import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { isPlainCommand, splitShellLine } from '../support/shellWords.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

/**
 * The worked example of docs/bulk.md, line by line. In a `console` block `$ ` begins a command, which may go on until the next `$ `
 * as long as lines begin with `> `; what follows is what the terminal shows, both streams, with … for what differs from run to run.
 * `# exit 3` behind a command is how it ends.
 */
interface Step {
  readonly command: string;
  readonly exit: number;
  readonly shows: readonly string[];
}

const guide = await readFile(resolve(import.meta.dirname, '../../docs/bulk.md'), 'utf8');

const stepsOf = (text: string): Step[] => {
  const blocks = [...text.matchAll(/^```console\n([^]*?)^```$/gm)].map(([, body = '']) => body);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [first = '', ...rest] = part.trimEnd().split('\n');
        const more = rest.filter((line) => line.startsWith('> ')).map((line) => line.slice(2));
        const shows = rest.filter((line) => !line.startsWith('> ') && line.trim() !== '');
        const exit = /\s+# exit (\d+)$/.exec(first);
        const command = [first.slice(0, exit?.index ?? first.length), ...more].join('\n');
        return { command, exit: Number(exit?.[1] ?? 0), shows };
      }),
  );
};

const steps = stepsOf(guide);
const patternOf = (line: string): RegExp =>
  new RegExp(
    line
      .trim()
      .split('…')
      .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'))
      .join('.*'),
  );

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({
    api: server.url,
    token: server.as('SysAdmin'),
    env: { CAREPOST_RATE: undefined },
    keep: true,
  });
});
afterAll(() => server.close());

const run = promisify(execFile);
/** Runs a line and gathers both streams in their order. Lines of other programs (`cat`, `sed`) run in a shell. */
const runLine = async (line: string): Promise<{ code: number | null; visible: string }> => {
  if (!isPlainCommand(line)) {
    const { stdout } = await run('sh', ['-c', `exec 2>&1\n${line}`], { cwd: sandbox.folder });
    return { code: 0, visible: stdout };
  }
  let visible = '';
  const append = () => {
    let length = 0;
    return (all: string) => {
      visible += all.slice(length);
      length = all.length;
    };
  };
  const { code } = await sandbox.run(splitShellLine(line).slice(1), {
    env: { CAREPOST_OUTPUT: 'table' },
    onStdout: append(),
    onStderr: append(),
  });
  return { code, visible };
};

test('the guide has a worked example with several steps', () => {
  expect(steps.length).toBeGreaterThan(8);
  expect(steps.filter(({ shows }) => shows.length > 0).length).toBeGreaterThan(6);
});

/** One test: each line builds on those before it. */
test('the worked example runs line by line as it is printed', { tags: ['hard'], timeout: 120_000 }, async () => {
  for (const { command, exit, shows } of steps) {
    const { code, visible: shown } = await runLine(command);
    expect([command, code], shown).toEqual([command, exit]);
    // Files of flags are shown with their folder.
    let rest = shown.replaceAll(`${sandbox.folder}/`, '');
    for (const line of shows) {
      const match = patternOf(line).exec(rest);
      expect(match, `${command}\nshows no further "${line}" in\n${rest}`).not.toBeNull();
      rest = rest.slice((match?.index ?? 0) + (match?.[0].length ?? 0));
    }
  }
});
