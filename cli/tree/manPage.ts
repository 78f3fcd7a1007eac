import { type Command, flagGroups, type OptionSpec } from '../command.ts';
import { type ExitName, exits, exitLabel } from '../exits.ts';
import { flagsOf, rootFlags } from './flags.ts';
import { callsOf, examplesOf, exitRows } from './help.ts';
import type { ResourceLine } from './programHelp.ts';

/** Text for roff, in ASCII: nothing in it is taken for a request, and a hyphen stays one that can be copied. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(
      /[^\0-\x7f]/gu,
      (letter) => `\\[u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^(?=[.'])/gm, '\\&');

const heading = (name: string, section: number): string =>
  `.TH ${plain(name).toUpperCase()} ${section} "" "carepost" "carepost manual"`;

const paragraphs = (text: string): string => plain(text).replace(/\n/g, '\n.br\n');

const items = (pairs: readonly (readonly [term: string, text: string])[]): string =>
  pairs.map(([term, text]) => `.TP\n.B ${plain(term)}\n${plain(text)}`).join('\n');

const block = (lines: readonly string[]): string => ['.nf', ...lines.map(plain), '.fi'].join('\n');

const part = (title: string, text: string): string => (text === '' ? '' : `.SH ${title}\n${text}\n`);

const flagItems = (specs: readonly OptionSpec[]): string => items(specs.map(({ flags, summary }) => [flags, summary]));

const flagParts = (specs: readonly OptionSpec[]): string =>
  flagGroups
    .map((group) => part(`${group.toUpperCase()} FLAGS`, flagItems(specs.filter((spec) => spec.group === group))))
    .join('');

/** `orgs login enable` → `carepost-orgs-login-enable`, the name of its page. */
export const pageName = (path: string): string => ['carepost', ...path.split(' ')].filter(Boolean).join('-');

/** The manual page of a command, in the order of its help. */
export const commandPage = (command: Command, path: string): string => {
  const args = command.arguments ?? [];
  const usage = ['carepost', path, ...args.map(({ name }) => name), '[flags]'].join(' ');
  return [
    `${heading(pageName(path), 1)}\n`,
    part('NAME', `${plain(pageName(path))} \\- ${plain(command.summary)}`),
    part('SYNOPSIS', `.B ${plain(usage)}`),
    command.description === undefined ? '' : part('DESCRIPTION', paragraphs(command.description)),
    part('ARGUMENTS', items(args.map(({ name, summary }) => [name, summary]))),
    flagParts([...flagsOf(command), ...rootFlags]),
    part('EXAMPLES', block(examplesOf(command, path))),
    part('EXIT STATUS', items(exitRows(command))),
    part('CALLS', block(callsOf(command))),
    part('SEE ALSO', '.BR carepost (1)'),
  ].join('');
};

/** The page of the program: every command with its purpose, and the flags all of them take. */
export const programPage = (
  resources: readonly ResourceLine[],
  commands: readonly (readonly [path: string, summary: string])[],
  topics: readonly string[],
): string =>
  [
    `${heading('carepost', 1)}\n`,
    part('NAME', 'carepost \\- administer a healthcare document\\-exchange platform'),
    part('SYNOPSIS', '.B carepost <command> [flags]'),
    ...Object.entries(Object.groupBy(resources, ({ group }) => group)).map(([group, members = []]) =>
      part(
        group.toUpperCase(),
        items(members.flatMap(({ name }) => commands.filter(([path]) => `${path} `.startsWith(`${name} `)))),
      ),
    ),
    part('FLAGS', flagItems(rootFlags)),
    part(
      'EXIT STATUS',
      items(
        Object.entries(exits).map(([name, { code, meaning }]) => [`${code} ${exitLabel(name as ExitName)}`, meaning]),
      ),
    ),
    part('SEE ALSO', topics.map((topic) => `.BR ${plain(pageName(topic))} (7)`).join(',\n')),
  ].join('');

/** The page of a help topic, as its text is laid out. */
export const topicPage = (topic: string, text: string): string => {
  const [first = '', ...rest] = text.trimEnd().split('\n');
  return [
    `${heading(pageName(topic), 7)}\n`,
    part('NAME', `${plain(pageName(topic))} \\- ${plain(first)}`),
    part('DESCRIPTION', block(rest)),
    part('SEE ALSO', '.BR carepost (1)'),
  ].join('');
};
