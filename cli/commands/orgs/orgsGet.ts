import type { Client } from '../../../shared/client/createClient.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { didYouMean } from '../../suggest.ts';
import { organizationFields } from './organizationFields.ts';

const parts = ['admins', 'devices', 'licenses', 'integrations', 'serviceaccounts'] as const;
type Part = (typeof parts)[number];

interface Options {
  readonly with?: readonly Part[];
}

const parseParts = (text: string): readonly Part[] =>
  text.split(',').map((word) => {
    const found = parts.find((part) => part === word.trim());
    if (found === undefined) throw new TypeError(`"${word}" is none of ${parts.join(', ')}.${didYouMean(word, parts)}`);
    return found;
  });

const rows = {
  admins: 'admins',
  devices: 'devices',
  licenses: 'licenses',
  integrations: 'integrations',
  serviceaccounts: 'serviceAccounts',
} as const;

const loadPart = async (client: Client, id: string, part: Part, signal: AbortSignal): Promise<[Part, unknown]> => {
  const { items } = await client.organizations[rows[part]]({ params: { id } }, { signal });
  return [part, items];
};

export const orgsGet = defineCommand<Options>({
  name: 'get',
  summary: 'Show one organization',
  arguments: [{ name: '<id>', summary: 'id of the organization, as orgs list shows it' }],
  options: [
    {
      flags: '--with <parts>',
      summary: `also load: ${parts.join(', ')}`,
      group: 'Selection',
      parse: parseParts,
    },
  ],
  takes: ['record'],
  fields: { all: [...organizationFields, ...parts], table: [...organizationFields, ...parts] },
  calls: [
    'organizations.get',
    'organizations.admins',
    'organizations.devices',
    'organizations.licenses',
    'organizations.integrations',
    'organizations.serviceAccounts',
  ],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost orgs get <id>',
    'carepost orgs get <id> --with admins,licenses --output yaml',
    'carepost orgs get <id> --output json --fields name,address,contact.email',
  ],
  async run(context, options, [id = '']) {
    if (id.trim() === '') throw new CliError('E-USAGE', 'The id is empty.');
    const client = await context.client();
    const { signal } = context;
    const wanted = options.with ?? [];
    const [organization, ...loaded] = await Promise.all([
      client.organizations.get({ params: { id } }, { signal }),
      ...wanted.map((part) => loadPart(client, id, part, signal)),
    ]);
    const record = { ...organization, ...Object.fromEntries(loaded) };
    await context.output.record(record);
  },
});
