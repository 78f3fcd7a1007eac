import { lookAlikeText } from '../../shared/rules/reservedWord.ts';
import { defined } from '../../shared/rules/defined.ts';
import { type Command, selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { eitherFlag } from '../output/where.ts';
import { checkCommand, pagesCommand } from '../records/commandBuilders.ts';
import {
  createCommand,
  deleteCommand,
  kindOf,
  recordGetCommand,
  type RecordType,
  updateCommand,
} from '../records/recordCommands.ts';
import { settableOf } from '../records/setFields.ts';

const wordType: RecordType = {
  name: 'reserved-words',
  area: 'reservedwords',
  one: 'reserved word',
  actions: { create: 'reserved-words.create', update: 'reserved-words.update', delete: 'reserved-words.delete' },
  settable: settableOf('reservedwords.create'),
  examples: { create: '--set name=helpdesk', update: '--set profanity=true', file: 'word.json' },
};

const nameArgument = { name: '<name>', summary: 'the name, such as a subdomain' } as const;
const alike = `Characters that are read alike count as the same: ${lookAlikeText}.`;

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List reserved words, sorted by name',
    options: [
      selectionFlag('--profanity', 'only words that are reserved as profanities'),
      selectionFlag('--without-profanity', 'only other words'),
    ],
    calls: ['reservedwords.list'],
    examples: ['', '--search mail', '--profanity --all --output csv'],
    sortedBy: 'name',
    pages({ client, read, options: { profanity, withoutProfanity } }) {
      const flags = '--profanity and --without-profanity';
      const filter = defined({ profanity: eitherFlag(profanity, withoutProfanity, flags) });
      return (query) => client.reservedwords.list({ query: { ...filter, ...query } }, read);
    },
  }),
  ...[recordGetCommand, createCommand, updateCommand, deleteCommand].map((build) => build(wordType)),
  checkCommand({
    name: 'exists',
    summary: 'Check whether a reserved word has exactly this name',
    arguments: [nameArgument],
    options: [
      selectionFlag('--except <id>', 'reserved word whose own name does not count', {
        field: 'id',
        record: kindOf(wordType),
      }),
    ],
    exitWhen: 'a word has it',
    fields: ['name', 'exists'],
    calls: ['reservedwords.exists'],
    examples: ['admin', 'lakeside --exit-code --output json'],
    async check({ client, read, id: name, options: { except } }) {
      const exists = await client.reservedwords.exists({ query: { name, ...defined({ id: except }) } }, read);
      return { record: { name, exists }, failure: exists ? `"${name}" is a reserved word` : undefined };
    },
  }),
  checkCommand({
    name: 'check',
    summary: 'Check whether a name is reserved, by which word and by which rule',
    description: alike,
    arguments: [nameArgument],
    exitWhen: 'the name is reserved',
    fields: ['name', 'isReserved', 'rule', 'word', 'profanity', 'reading'],
    calls: ['reservedwords.check'],
    examples: ['adm1n', 'lakeside --exit-code --output json'],
    async check({ client, read, id: name }) {
      const { word, isReserved, rule, reading } = await client.reservedwords.check({ query: { name } }, read);
      const how = rule === 'Same' ? 'is a reserved word' : `looks like the reserved word "${word?.name ?? ''}"`;
      return {
        record: { name, isReserved, rule, word: word?.name ?? null, profanity: word?.profanity ?? null, reading },
        failure: isReserved ? `"${name}" ${how}` : undefined,
      };
    },
  }),
  pagesCommand({
    name: 'clashes',
    summary: 'List the organizations whose subdomains the reserved words would block',
    description: `Organizations keep a subdomain that was reserved later, but none can take it anew. ${alike}`,
    options: [
      selectionFlag('--word <id>', 'only clashes of this reserved word', { record: kindOf(wordType) }),
      selectionFlag('--name <name>', 'clashes of a word that is not reserved yet'),
    ],
    columns: ['word', 'subdomain', 'rule', 'organizationName', 'orgId', 'organizationId'],
    calls: ['reservedwords.clashes'],
    examples: ['', '--name clinic --output json', '--all --output csv'],
    sortedBy: 'word',
    isSearchable: false,
    pages({ client, read, options: { word, name } }) {
      if (word !== undefined && name !== undefined)
        throw new CliError('E-USAGE', '--word and --name exclude each other.');
      const filter = defined({ wordId: word, name });
      return (query) => client.reservedwords.clashes({ query: { ...filter, ...query } }, read);
    },
  }),
];
