/** @module-tag scaled */
import type { Context } from '../../cli/command.ts';
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendAudit } from '../../cli/audit/auditLog.ts';
import { verifyAudit } from '../../cli/audit/chain.ts';
import type { Folders } from '../../cli/folders.ts';
import { isHard } from '../support/isHard.ts';

let folders: Folders;
let context: Context;
let count = 0;
beforeEach(async () => {
  const state = await mkdtemp(join(tmpdir(), 'carepost-audit-'));
  folders = { config: state, state, configFile: '', systemConfigFile: '' };
  const record = { subject: 'u-1', name: 'Ann Baker' };
  const config = { profileName: 'staging', get: () => 'https://api.example' };
  context = {
    argv: ['bulk', 'apply', 'orgs.update', '--yes'],
    folders,
    config,
    now: () => Date.UTC(2026, 7, 21),
    session: async () => ({ record }),
  } as unknown as Context;
  count = 0;
});
afterEach(() => rm(folders.state, { recursive: true, force: true }));

const write = () => {
  count += 1;
  return appendAudit(context, {
    run: `20260821T060000Z-a${100 + count}`,
    command: 'bulk apply',
    action: 'orgs.update',
    sourceSha256: null,
    counts: { ok: count },
    exit: 0,
  });
};
const several = async (lines: number) => {
  for (let line = 0; line < lines; line += 1) await write();
};
const file = () => join(folders.state, 'audit.ndjson');
const headFile = () => join(folders.state, 'audit-head.json');
const whole = (lines: number) => ({ lines, badLine: null, why: null });

describe('the local audit', () => {
  test('has a line for each command that writes, chained to the one before, readable by its owner only', async () => {
    expect(await verifyAudit(folders)).toEqual(whole(0));
    await several(3);
    expect(await verifyAudit(folders)).toEqual(whole(3));
    const lines = (await readFile(file(), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(lines[2]).toMatchObject({
      who: { subject: 'u-1', name: 'Ann Baker' },
      profile: 'staging',
      origin: 'https://api.example',
      command: 'bulk apply',
      action: 'orgs.update',
      counts: { ok: 3 },
      exit: 0,
      prev: lines[1]?.['hash'],
    });
    for (const path of [file(), headFile()]) expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('keeps its chain when many write at once', async () => {
    await Promise.all(Array.from({ length: 12 }, write));
    expect(await verifyAudit(folders)).toEqual(whole(12));
  });
});

interface Lines {
  readonly lines: string[];
  readonly at: number;
  readonly other: number;
  readonly letter: string;
}

/** Each gives back the altered file and the first line that is not as it was written. */
const actions: Readonly<Record<string, (input: Lines) => { text: string; badLine: number } | undefined>> = {
  'an edited byte': ({ lines, at, other, letter }) => {
    const line = lines[at] ?? '';
    const position = other % line.length;
    if (line[position] === letter) return undefined;
    const edited = line.slice(0, position) + letter + line.slice(position + 1);
    return { text: `${lines.with(at, edited).join('\n')}\n`, badLine: at + 1 };
  },
  'an added space': ({ lines, at }) => ({
    text: `${lines.with(at, (lines[at] ?? '').replace(',', ', ')).join('\n')}\n`,
    badLine: at + 1,
  }),
  'a deleted line': ({ lines, at }) => ({
    text: lines
      .toSpliced(at, 1)
      .map((line) => `${line}\n`)
      .join(''),
    badLine: at + 1,
  }),
  'an inserted line': ({ lines, at, other }) => ({
    text: `${lines.toSpliced(at, 0, lines[other % lines.length] ?? '').join('\n')}\n`,
    badLine: at + 1,
  }),
  'lines that changed places': ({ lines, at, other }) => {
    const second = other % lines.length;
    if (second === at) return undefined;
    const swapped = lines.with(at, lines[second] ?? '').with(second, lines[at] ?? '');
    return { text: `${swapped.join('\n')}\n`, badLine: Math.min(at, second) + 1 };
  },
  'a cut tail': ({ lines, at }) => ({
    text: lines
      .slice(0, at)
      .map((line) => `${line}\n`)
      .join(''),
    badLine: at + 1,
  }),
};

/** Of each way of altering. */
const cases = isHard ? 200 : 60;

describe('an altered audit is reported with its first bad line, in random cases:', () => {
  test.each(Object.keys(actions))('%s', async (name) => {
    const length = 9;
    await several(length);
    const written = await readFile(file(), 'utf8');
    const lines = written.trimEnd().split('\n');
    let altering = 0;
    const input = fc.record({
      at: fc.nat({ max: length - 1 }),
      other: fc.nat({ max: 10_000 }),
      letter: fc.constantFrom('a', 'Z', '0', '9', ' ', '"', '{', '}', '[', ':', ',', '-', '.', 'é', '\\'),
    });
    await fc.assert(
      fc.asyncProperty(input, async (where) => {
        const altered = actions[name]?.({ lines, ...where });
        // An inserted copy of the line that stands there anyway is found one line later.
        fc.pre(altered !== undefined && altered.text !== written);
        if (altered === undefined) return;
        altering += 1;
        await writeFile(file(), altered.text);
        const { badLine, why } = await verifyAudit(folders);
        const isCopy = name === 'an inserted line' && altered.text.split('\n')[where.at] === lines[where.at];
        expect(badLine, JSON.stringify(where)).toBe(altered.badLine + (isCopy ? 1 : 0));
        expect(why).not.toBeNull();
      }),
      { numRuns: cases },
    );
    expect(altering).toBeGreaterThanOrEqual(cases);
    await writeFile(file(), written);
    expect(await verifyAudit(folders)).toEqual(whole(length));
  });

  test('a tail cut within a line', async () => {
    await several(5);
    const written = await readFile(file(), 'utf8');
    const lengths = written
      .trimEnd()
      .split('\n')
      .map(({ length }) => length + 1);
    const startOfLast = lengths.slice(0, 4).reduce((sum, one) => sum + one, 0);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: startOfLast, max: written.length - 2 }), async (end) => {
        await writeFile(file(), written.slice(0, end));
        expect((await verifyAudit(folders)).badLine).toBe(5);
      }),
      { numRuns: cases },
    );
  });
});

describe('a broken audit', () => {
  test('stays broken at its first bad line after later writes', async () => {
    await several(6);
    const lines = (await readFile(file(), 'utf8')).trimEnd().split('\n');
    await writeFile(file(), `${lines.slice(0, 4).join('\n')}\n`);
    await several(3);
    expect((await verifyAudit(folders)).badLine).toBe(5);
    await writeFile(file(), '');
    await several(1);
    expect((await verifyAudit(folders)).badLine).toBe(1);
  });

  test('is one whose head file is missing or was changed', async () => {
    await several(4);
    const head = await readFile(headFile(), 'utf8');
    for (const changed of ['', '{}', head.replace('"count":4', '"count":3'), head.replace('"count":4', '"count":5')]) {
      await writeFile(headFile(), changed);
      expect((await verifyAudit(folders)).badLine, changed).not.toBeNull();
    }
    await rm(headFile());
    expect((await verifyAudit(folders)).badLine).not.toBeNull();
    await writeFile(headFile(), head);
    expect(await verifyAudit(folders)).toEqual(whole(4));
  });
});

describe('a last line without its end is recognized by the next command that writes', () => {
  test('a part of the last line is completed', async () => {
    await several(3);
    const written = await readFile(file());
    for (const lost of [1, 2, 90]) {
      await writeFile(file(), written.subarray(0, -lost));
      const { badLine, why } = await verifyAudit(folders);
      // The line end alone is no part of the line.
      if (lost > 1) expect([badLine, why]).toEqual([3, expect.stringContaining('the next command that writes')]);
      else expect(badLine).toBeNull();
      const head = await readFile(headFile(), 'utf8');
      await several(1);
      expect(await verifyAudit(folders)).toEqual(whole(4));
      expect((await readFile(file())).subarray(0, written.length)).toEqual(written);
      await writeFile(headFile(), head);
    }
  });

  test('text behind the last line is set aside', async () => {
    await several(2);
    await appendFile(file(), '{"n":3,"at":"2026');
    const { badLine, why } = await verifyAudit(folders);
    expect([badLine, why]).toEqual([3, expect.stringContaining('moves it to audit-torn.ndjson')]);
    await several(1);
    expect(await verifyAudit(folders)).toEqual(whole(3));
    expect(await readFile(join(folders.state, 'audit-torn.ndjson'), 'utf8')).toBe('{"n":3,"at":"2026\n');
  });

  test('a part of another line stays, and the audit is broken there', async () => {
    await several(3);
    const lines = (await readFile(file(), 'utf8')).split('\n');
    await writeFile(file(), `${lines[0]}\n${lines[1]}\n{"n":3,"at":"1999`);
    await several(1);
    expect((await verifyAudit(folders)).badLine).toBe(3);
  });
});

describe('a process that dies while it writes leaves an audit that is whole, and the next line follows', () => {
  /** The head as it stands between announcing the fourth line and having written it. */
  const dying = async () => {
    await several(3);
    const before = await readFile(file(), 'utf8');
    const settled = JSON.parse(await readFile(headFile(), 'utf8')) as object;
    await several(1);
    const after = await readFile(file(), 'utf8');
    const { hash } = JSON.parse(after.trimEnd().split('\n').at(-1) ?? '') as { hash: string };
    await writeFile(headFile(), JSON.stringify({ ...settled, next: hash }));
    return { before, line: after.slice(before.length) };
  };

  test('before a byte of the line is there', async () => {
    const { before } = await dying();
    await writeFile(file(), before);
    expect(await verifyAudit(folders)).toEqual(whole(3));
    await several(1);
    expect(await verifyAudit(folders)).toEqual(whole(4));
  });

  test('with half a line', async () => {
    const { before, line } = await dying();
    await writeFile(file(), before);
    await appendFile(file(), line.slice(0, line.length / 2));
    expect(await verifyAudit(folders)).toEqual(whole(3));
    await several(1);
    expect(await verifyAudit(folders)).toEqual(whole(4));
  });

  test('with the whole line', async () => {
    await dying();
    expect(await verifyAudit(folders)).toEqual(whole(4));
    await several(1);
    expect(await verifyAudit(folders)).toEqual(whole(5));
  });
});
