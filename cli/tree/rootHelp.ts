import { rootFlags } from './flags.ts';
import { section, two } from './layout.ts';

export interface NounLine {
  readonly name: string;
  readonly summary: string;
  readonly group: string;
}

/** Help of the program: the nouns by group. */
export const programHelp = (nouns: readonly NounLine[], topics: readonly string[]): string => {
  const titles = [...new Set(nouns.map(({ group }) => group))];
  return [
    'carepost administers a healthcare document-exchange platform from the command line.\n',
    section('Usage', '  carepost <command> [flags]'),
    ...titles.map((title) =>
      section(title, two(nouns.filter(({ group }) => group === title).map(({ name, summary }) => [name, summary]))),
    ),
    section(
      'Examples',
      ['carepost login', 'carepost orgs list --search clinic', 'carepost orgs list --all --output csv']
        .map((line) => `  ${line}`)
        .join('\n'),
    ),
    section('Topics', `  carepost help ${topics.join(' | ')}`),
    section(
      'Flags',
      two([
        ['-h, --help', 'how to use carepost or a command'],
        ['-V, --version', 'version number'],
        ...rootFlags.map((spec): [string, string] => [spec.flags, spec.summary]),
      ]),
    ),
  ].join('');
};
