import { randomUUID } from 'node:crypto';
import { formatGuid, type GuidFormat, guidFormats } from '../../../shared/rules/guid.ts';
import { type NounBody, defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { wholeNumber } from '../../tree/flags.ts';

interface Options {
  readonly count?: number;
  readonly format?: GuidFormat;
  readonly upper?: boolean;
  readonly local?: boolean;
}

const atOnce = 8;

/** One call for each GUID, eight under way, given out in order. */
async function* fromServer(context: Context, { count = 1, format = 'D', upper }: Options): AsyncGenerator<string> {
  const client = await context.client();
  const ask = async () => {
    const query = { format, toUpper: upper === true ? 'true' : 'false' };
    return (await client.guid.create({ query }, { signal: context.signal })).value;
  };
  for (let left = count; left > 0; left -= atOnce) {
    yield* await Promise.all(Array.from({ length: Math.min(atOnce, left) }, ask));
  }
}

function* fromHere({ count = 1, format = 'D', upper }: Options): Generator<string> {
  for (let left = count; left > 0; left -= 1) yield formatGuid(randomUUID(), format, upper === true);
}

const command = defineCommand<Options>({
  name: 'guid',
  summary: 'Make GUIDs',
  options: [
    {
      flags: '-n, --count <number>',
      summary: 'how many, 1 to 10000 (1)',
      group: 'Selection',
      parse: wholeNumber(1, 10_000),
    },
    {
      flags: '--format <letter>',
      summary: 'D hyphens, N digits only, B in braces, P in parentheses (D)',
      group: 'Output',
      choices: guidFormats,
    },
    { flags: '--upper', summary: 'upper case', group: 'Output' },
    { flags: '--local', summary: 'make them here, without a call', group: 'Connection' },
  ],
  scalar: true,
  fields: { all: ['value'], table: ['value'] },
  calls: ['guid.create'],
  examples: ['carepost guid', 'carepost guid -n 5 --format B --upper', 'carepost guid --local --output json'],
  async run(context, options) {
    await context.output.values('value', options.local === true ? fromHere(options) : fromServer(context, options));
  },
});

export const guid: NounBody = { command };
