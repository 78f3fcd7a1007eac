import { type NounBody, defineCommand } from '../command.ts';
import { CliError } from '../errors.ts';
import { findNoun, nouns, topicNames } from '../program.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { commandHelp, groupHelp, nounHelp } from '../tree/help.ts';
import { findVerb, secondWords } from '../tree/verbs.ts';
import { programHelp } from '../tree/rootHelp.ts';
import { topics } from './help/topics.ts';

const textFor = async (words: readonly string[]): Promise<string> => {
  const [word, ...verbWords] = words;
  const verb = verbWords.join(' ');
  if (word === undefined) return programHelp(nouns, topicNames);
  // `bulk` is both: alone the topic, with a verb the command.
  const topic = verb === '' ? topicNames.find((name) => name === word) : undefined;
  if (topic !== undefined) return topics[topic]();
  const noun = findNoun(word);
  if (noun === undefined) {
    const known = [...nouns.flatMap(({ name, aliases }) => [name, ...aliases]), ...topicNames];
    throw new CliError('E-USAGE', `There is no command or topic "${word}".${didYouMean(word, known)}`, {
      hint: 'Run: carepost help',
    });
  }
  const body = await noun.load();
  if (verb === '')
    return body.command === undefined ? nounHelp(noun, body.verbs ?? []) : commandHelp(body.command, noun.name);
  const found = findVerb(body.verbs ?? [], verbWords);
  if (found === undefined && verbWords.length === 1 && secondWords(body.verbs ?? [], verb).length > 0)
    return groupHelp(noun, verb, body.verbs ?? []);
  if (found === undefined || found.words < verbWords.length) {
    throw new CliError(
      'E-USAGE',
      `There is no command "${noun.name} ${verb}".${didYouMean(
        verb,
        (body.verbs ?? []).map(({ name }) => name),
      )}`,
    );
  }
  return commandHelp(found.verb, `${noun.name} ${found.verb.name}`);
};

const command = defineCommand({
  name: 'help',
  summary: 'Help for a command or a topic',
  description: `Topics: ${topicNames.join(', ')}.`,
  arguments: [{ name: '[words...]', summary: 'a command, or a topic', complete: 'commands' }],
  scalar: true,
  isStandalone: true,
  calls: [],
  examples: ['carepost help orgs list', 'carepost help exit-codes', 'carepost help output'],
  async run(context, _options, words) {
    await context.output.text(await textFor(words));
  },
});

export const help: NounBody = { command };
