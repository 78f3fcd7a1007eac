import { type Context, defineCommand, type OptionsOf, outputFlag, actionFlag } from '../command.ts';
import { randomUUID } from 'node:crypto';
import { formatGuid, guidFormats } from '../../shared/rules/guid.ts';
import { wholeNumber } from '../tree/flags.ts';

const guidFlags = [
  outputFlag('-n, --count <number>', 'number of GUIDs, 1 to 10000 (1)', { parse: wholeNumber(1, 10_000) }),
  outputFlag('--format <letter>', 'D hyphens, N digits only, B in braces, P in parentheses (D)', {
    choices: guidFormats,
  }),
  outputFlag('--upper', 'upper case'),
  actionFlag('--local', 'generate on this machine, without the server'),
];
type Options = OptionsOf<typeof guidFlags>;

const concurrency = 8;

/** One request for each GUID, eight at a time, yielded in order. */
async function* serverGuids(context: Context, { count = 1, format = 'D', upper }: Options): AsyncGenerator<string> {
  const client = await context.client();
  const request = async () => {
    const query = { format, toUpper: upper === true ? 'true' : 'false' };
    return (await client.guid.create({ query }, { signal: context.signal })).value;
  };
  for (let left = count; left > 0; left -= concurrency) {
    yield* await Promise.all(Array.from({ length: Math.min(concurrency, left) }, request));
  }
}

function* localGuids({ count = 1, format = 'D', upper }: Options): Generator<string> {
  for (let left = count; left > 0; left -= 1) yield formatGuid(randomUUID(), format, upper === true);
}

export const command = defineCommand({
  name: 'guid',
  summary: 'Generate GUIDs',
  options: guidFlags,
  scalar: true,
  fields: ['value'],
  calls: ['guid.create'],
  examples: ['', '-n 5 --format B --upper', '--local --output json'],
  async run(context, options) {
    await context.output.values('value', options.local === true ? localGuids(options) : serverGuids(context, options));
  },
});
