import type { Assignable } from '../../../shared/contract/peopleSchemas.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';
import { type Command, contentFlag } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { actionCommand, listCommand } from '../../records/commandBuilders.ts';
import { ItemNotFound } from '../../records/recordErrors.ts';
import { loadPerson, personArgument } from './personArgument.ts';

interface Choice {
  readonly id: string;
  readonly name: string;
}

/** The ids of what is named, each by id, address or name. */
const idsOf = (texts: readonly string[], choices: readonly Choice[], what: string): string[] =>
  texts.map((text) => {
    const match = choices.find(({ id, name }) => id === text || name.toLowerCase() === text.toLowerCase());
    if (match) return match.id;
    const names = choices.map(({ name }) => name);
    throw new ItemNotFound('E-NOT-FOUND', `Your organization has no ${what} "${text}".${didYouMean(text, names)}`, {
      hint: choices.length === 0 ? 'It has none to choose from; use --none.' : `Choose from: ${names.join(', ')}`,
    });
  });

interface Assignment {
  readonly noun: 'sources' | 'rules';
  readonly what: string;
  readonly column: string;
  readonly calls: {
    readonly list: 'people.documentSources' | 'people.rules';
    readonly set: 'people.setDocumentSources' | 'people.setRules';
  };
  readonly fields: readonly string[];
  readonly choicesOf: (assignable: Assignable) => readonly Choice[];
}

const setCommand = ({ noun, what, column, calls, choicesOf }: Assignment): Command => {
  const idsField = noun === 'sources' ? 'documentSourceIds' : 'intakeRuleIds';
  return actionCommand({
    name: `${noun} set`,
    summary: `Choose the ${what}s of a person; the list is written as a whole`,
    arguments: [personArgument],
    options: [
      contentFlag('--only <names>', `ids or names of the ${what}s, separated by commas`, { field: idsField }),
      contentFlag('--none', `no ${what} at all`),
    ],
    action: `people.${noun}`,
    calls: ['people.assignable', 'people.get', 'people.list', calls.list, calls.set],
    fields: ['id', idsField, 'version'],
    examples: [`<person> --only <${noun}> --yes`, '<person> --none --yes --output json'],
    async change(run) {
      const { only, none } = run.options;
      if ((only === undefined) === (none === undefined)) throw new CliError('E-USAGE', 'Use either --only or --none.');
      const names = (only ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean);
      const person = await loadPerson(run, run.id);
      const ids = idsOf(names, choicesOf(await run.client.people.assignable({}, run.read)), what);
      return {
        values: { id: person.id, [column]: ids.length === 0 ? null : ids },
        title: () => `Choose ${ids.length} ${what}${ids.length === 1 ? '' : 's'} for ${person.name}`,
        unchanged: () => `${person.name} has exactly these already; nothing was sent.`,
        done: `The ${what}s were saved.`,
      };
    },
  });
};

const sources: Assignment = {
  noun: 'sources',
  what: 'document source',
  column: 'document_source_ids',
  calls: { list: 'people.documentSources', set: 'people.setDocumentSources' },
  fields: ['documentSourceId', 'type', 'address', 'displayName', 'isEnabled', 'organizationId'],
  choicesOf: ({ documentSources }) => documentSources.map(({ id, address: name }) => ({ id, name })),
};
const rules: Assignment = {
  noun: 'rules',
  what: 'intake rule',
  column: 'intake_rule_ids',
  calls: { list: 'people.rules', set: 'people.setRules' },
  fields: ['intakeRuleId', 'name', 'from', 'to', 'documentSourceIds', 'organizationId'],
  choicesOf: ({ intakeRules }) => intakeRules,
};

/** Which documents a person receives. */
export const assignmentCommands: readonly Command[] = [
  listCommand({
    name: 'sources list',
    summary: 'List the document sources that a person receives from',
    arguments: [personArgument],
    calls: [sources.calls.list, 'people.get', 'people.list'],
    fields: sources.fields,
    examples: ['<person>', '<person> --output json'],
    async load(run) {
      const { id } = await loadPerson(run, run.id);
      return run.client.people.documentSources({ params: { id } }, run.read);
    },
  }),
  setCommand(sources),
  listCommand({
    name: 'rules list',
    summary: 'List the intake rules whose documents a person gets',
    arguments: [personArgument],
    calls: [rules.calls.list, 'people.get', 'people.list'],
    fields: rules.fields,
    examples: ['<person>', '<person> --output json'],
    async load(run) {
      const { id } = await loadPerson(run, run.id);
      return run.client.people.rules({ params: { id } }, run.read);
    },
  }),
  setCommand(rules),
];
