import type { Client } from '../../../shared/client/createClient.ts';
import { defineCommand } from '../../command.ts';
import { isRecord, type Row } from '../../output/fields.ts';
import { organizationArgument } from '../../records/organizationLookup.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';
import { organizationFields } from './organizationFields.ts';

const parts = ['admins', 'devices', 'licenses', 'integrations', 'serviceaccounts', 'oids', 'directory'] as const;
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

type Load = (client: Client, id: string, signal: AbortSignal) => Promise<{ readonly items: readonly unknown[] }>;

const loads: Readonly<Record<Part, Load>> = {
  admins: (client, id, signal) => client.organizations.admins({ params: { id } }, { signal }),
  devices: (client, id, signal) => client.organizations.devices({ params: { id } }, { signal }),
  licenses: (client, id, signal) => client.organizations.licenses({ params: { id } }, { signal }),
  integrations: (client, id, signal) => client.organizations.integrations({ params: { id } }, { signal }),
  serviceaccounts: (client, id, signal) => client.organizations.serviceAccounts({ params: { id } }, { signal }),
  oids: (client, id, signal) => client.carequality.oids({ params: { id } }, { signal }),
  directory: (client, id, signal) => client.carequality.entries({ params: { id } }, { signal }),
};

const loadPart = async (client: Client, id: string, part: Part, signal: AbortSignal): Promise<[Part, unknown]> => [
  part,
  (await loads[part](client, id, signal)).items,
];

const inWords: Readonly<Record<'oids' | 'directory', (item: Row) => string>> = {
  oids: ({ value, isDefault }) => `${String(value)}${isDefault === true ? ' (default)' : ''}`,
  directory: ({ organizationId, displayName, isActive }) =>
    `${String(organizationId)} ${String(displayName)}${isActive === true ? '' : ' (inactive)'}`,
};

/** OIDs and directory entries as one line each says enough to a person. */
const forPeople = (record: Row): Row => {
  const words = Object.entries(inWords).flatMap(([part, text]) => {
    const items = record[part];
    return Array.isArray(items) ? [[part, items.filter(isRecord).map(text)] as const] : [];
  });
  return { ...record, ...Object.fromEntries(words) };
};

export const orgsGet = defineCommand<Options>({
  name: 'get',
  summary: 'Show one organization',
  arguments: [organizationArgument],
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
    'carequality.oids',
    'carequality.entries',
  ],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost orgs get <id>',
    'carepost orgs get <id> --with admins,oids --output yaml',
    'carepost orgs get <id> --output json --fields name,address,contact.email',
  ],
  async run(context, options, [id = '']) {
    const client = await context.client();
    const { signal } = context;
    const wanted = options.with ?? [];
    const [organization, ...loaded] = await Promise.all([
      client.organizations.get({ params: { id } }, { signal }),
      ...wanted.map((part) => loadPart(client, id, part, signal)),
    ]);
    const record: Row = { ...organization, ...Object.fromEntries(loaded) };
    await context.output.record(context.output.format === 'table' ? forPeople(record) : record);
  },
});
