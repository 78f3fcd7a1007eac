import type { Resource } from '../command.ts';
import type { OutputStream } from '../io.ts';
import { rootFlags } from './flags.ts';

/** How help texts name a resource. */
export type ResourceLine = Pick<Resource, 'name' | 'summary' | 'group'>;

/** Two columns, the left one as wide as its entries, at most 30. */
export const columns = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.min(30, Math.max(...pairs.map(([left]) => left.length)));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

const wrappedLine = (line: string, width: number): string => {
  // Examples are copied, so they stay on one line.
  if (line.length <= width || /^ *carepost /.test(line)) return line;
  const [lead = ''] = /^ {2}\S.*? {2,}(?=\S)/.exec(line.slice(0, width - 20)) ?? /^ */.exec(line) ?? [];
  const lines = [''];
  for (const word of line.slice(lead.length).split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && lead.length + last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lead + lines.join(`\n${' '.repeat(lead.length)}`);
};

/** A help text wrapped between words to the width of a terminal, the second column under itself. Other streams get it as it is. */
export const wrapHelp = (text: string, { isTTY, columns: width = 80 }: OutputStream): string =>
  isTTY === true
    ? text
        .split('\n')
        .map((line) => wrappedLine(line, width))
        .join('\n')
    : text;

/** A titled part of a help text; nothing where it has no content. */
export const section = (title: string, text: string): string => (text === '' ? '' : `\n${title}:\n${text}\n`);

export const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');

/** Help of the program: the resources by group. */
export const programHelp = (resources: readonly ResourceLine[], topics: readonly string[]): string =>
  [
    'carepost administers a healthcare document-exchange platform from the command line.\n',
    section('Usage', '  carepost <command> [flags]'),
    ...Object.entries(Object.groupBy(resources, ({ group }) => group)).map(([title, members = []]) =>
      section(title, columns(members.map(({ name, summary }) => [name, summary]))),
    ),
    section(
      'Examples',
      indented(['carepost login', 'carepost orgs list --search clinic', 'carepost orgs list --all --output csv']),
    ),
    section('Topics', `  carepost help ${topics.join(' | ')}`),
    section(
      'Flags',
      columns([
        ['-h, --help', 'how to use carepost or a command'],
        ['-V, --version', 'version number'],
        ...rootFlags.map((spec): [string, string] => [spec.flags, spec.summary]),
      ]),
    ),
  ].join('');
