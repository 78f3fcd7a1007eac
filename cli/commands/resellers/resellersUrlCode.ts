import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';

interface Options {
  readonly reseller?: string;
  readonly name?: string;
  readonly exitCode?: boolean;
}

export const resellersUrlCode = defineCommand<Options>({
  name: 'url-code',
  summary: 'Tell whether a URL code is free, or make a free one from a name',
  arguments: [{ name: '[code]', summary: 'the code wanted: lower case letters, digits and hyphens' }],
  options: [
    { flags: '--name <name>', summary: 'make a free code from this name', group: 'Selection' },
    { flags: '--reseller <id>', summary: 'the reseller it is for; its own code counts as free', group: 'Selection' },
    { flags: '--exit-code', summary: 'end with 7 when the code cannot be had', group: 'Output' },
  ],
  takes: ['record'],
  fields: { all: ['urlCode', 'isAvailable'], table: ['urlCode', 'isAvailable'] },
  calls: ['resellers.urlCode'],
  exits: ['invalid'],
  examples: ['carepost resellers url-code lakeside', 'carepost resellers url-code --name "Lakeside Software"'],
  async run(context, { reseller, name, exitCode }, [urlCode]) {
    if ((urlCode === undefined) === (name === undefined)) throw new CliError('E-USAGE', 'Give a code, or --name.');
    const client = await context.client();
    const query = {
      ...(urlCode === undefined ? {} : { urlCode }),
      ...(name === undefined ? {} : { name }),
      ...(reseller === undefined ? {} : { id: reseller }),
    };
    const answer = await client.resellers.urlCode({ query }, { signal: context.signal });
    await context.output.record(answer);
    return exitCode === true && !answer.isAvailable
      ? { exit: 'invalid', message: `"${answer.urlCode}" cannot be had` }
      : undefined;
  },
});
