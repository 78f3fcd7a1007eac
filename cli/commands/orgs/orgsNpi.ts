import { defineCommand } from '../../command.ts';

interface Options {
  readonly exitCode?: boolean;
}

export const orgsNpi = defineCommand<Options>({
  name: 'npi',
  summary: 'Check an NPI and name the organizations that carry it',
  arguments: [{ name: '<number>', summary: 'national provider identifier: 10 digits, or 15 starting with 80840' }],
  options: [{ flags: '--exit-code', summary: 'end with 7 when the number is not valid', group: 'Output' }],
  takes: ['record'],
  fields: { all: ['npiNumber', 'isValid', 'organizations'], table: ['npiNumber', 'isValid', 'organizations'] },
  calls: ['organizations.npi'],
  exits: ['invalid'],
  examples: ['carepost orgs npi 1234567893', 'carepost orgs npi 1234567893 --output json --fields isValid'],
  async run(context, { exitCode }, [number = '']) {
    const client = await context.client();
    const found = await client.organizations.npi({ query: { npiNumber: number } }, { signal: context.signal });
    await context.output.record(
      context.output.format === 'table'
        ? { ...found, organizations: found.organizations.map(({ orgId, name }) => `${orgId} ${name}`) }
        : found,
    );
    return exitCode === true && !found.isValid ? { exit: 'invalid', message: `${number} is no valid NPI` } : undefined;
  },
});
