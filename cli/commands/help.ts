import { defineCommand } from '../command.ts';
import { CliError } from '../errors.ts';
import { findResource, resources, topicNames } from '../program.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { commandHelp, groupHelp, resourceHelp } from '../tree/help.ts';
import { findCommand, secondWords } from '../tree/findCommand.ts';
import { programHelp, wrapHelp } from '../tree/programHelp.ts';
import { topics } from './help/topics.ts';

const textFor = async ([word, ...rest]: readonly string[]): Promise<string> => {
  if (word === undefined) return programHelp(resources, topicNames);
  const name = rest.join(' ');
  // `bulk` is both: alone the topic, with another word the command.
  const topic = name === '' ? topicNames.find((one) => one === word) : undefined;
  if (topic !== undefined) return topics[topic]();
  const resource = findResource(word);
  if (resource === undefined) {
    const known = [...resources.flatMap((one) => [one.name, ...(one.aliases ?? [])]), ...topicNames];
    throw new CliError('E-USAGE', `There is no command or topic "${word}".${didYouMean(word, known)}`, {
      hint: 'Run: carepost help',
    });
  }
  const { command: only, commands = [] } = await resource.load();
  if (name === '') return only === undefined ? resourceHelp(resource, commands) : commandHelp(only, resource.name);
  const match = findCommand(commands, rest);
  if (match === undefined && rest.length === 1 && secondWords(commands, name).length > 0)
    return groupHelp(resource, name, commands);
  if (match === undefined || match.length < rest.length) {
    const known = commands.map((one) => one.name);
    throw new CliError('E-USAGE', `There is no command "${resource.name} ${name}".${didYouMean(name, known)}`);
  }
  return commandHelp(match.command, `${resource.name} ${match.command.name}`);
};

export const command = defineCommand({
  name: 'help',
  summary: 'Show help for a command or a topic',
  description: `Topics: ${topicNames.join(', ')}.`,
  arguments: [{ name: '[words...]', summary: 'a command, or a topic', complete: 'commands' }],
  scalar: true,
  isStandalone: true,
  examples: ['orgs list', 'exit-codes', 'output'],
  async run(context, _options, args) {
    await context.output.text(wrapHelp(await textFor(args), context.io.stdout));
  },
});
