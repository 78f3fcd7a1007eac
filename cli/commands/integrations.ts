import { defined } from '../../shared/rules/defined.ts';
import type { Client } from '../../shared/client/createClient.ts';
import { type Command, contentFlag, selectionFlag } from '../command.ts';
import type { CallOptions } from '../../shared/client/createClient.ts';
import { CliError } from '../errors.ts';
import { actionCommand, getCommand, listCommand, nameOf, pagesCommand } from '../records/commandBuilders.ts';
import { unchangedText } from '../records/recordCommands.ts';
import { itemNamed } from '../records/recordErrors.ts';
import { organizationKind } from '../records/organizationLookup.ts';

const flagOf = (text: string): boolean => {
  const flag = { true: true, yes: true, false: false, no: false }[text.toLowerCase()];
  if (flag === undefined) throw new TypeError(`the value must be true or false, not "${text}"`);
  return flag;
};

/** The integration that an argument or flag names by type, name or id. */
const integrationNamed = async (client: Client, text: string, read: CallOptions) => {
  const { items } = await client.integrations.list({}, read);
  const match = items.find(({ type }) => type.toLowerCase() === text.toLowerCase());
  const names = { owner: 'platform', one: 'integration', list: 'integrations list' };
  return match ?? itemNamed(items, text, ['type', 'name', 'id'], names);
};

const entryArgument = {
  name: '<id>',
  summary: 'id of the whitelist entry',
  record: { name: 'whitelist entry', list: 'integrations whitelist list' },
} as const;
const columns = ['id', 'integrationName', 'organizationName', 'isEnabled', 'note'];

export const commands: readonly Command[] = [
  listCommand({
    name: 'list',
    summary: 'List the integrations of the platform and who may use them',
    columns: ['id', 'type', 'name', 'availability', 'whitelistedCount'],
    calls: ['integrations.list'],
    examples: ['', "--where 'availability=Whitelist' --output json"],
    load: ({ client, read }) => client.integrations.list({}, read),
  }),
  pagesCommand({
    name: 'orgs',
    summary: 'List the organizations that have an integration, and whether the whitelist allows it',
    arguments: [{ name: '<integration>', summary: 'type of the integration, such as Epic, or its id' }],
    options: [
      selectionFlag('--allowed <true|false>', 'only organizations that the whitelist allows, or blocks', {
        parse: flagOf,
      }),
    ],
    columns: ['id', 'orgId', 'name', 'connections', 'isAllowed', 'isConnected'],
    calls: ['integrations.organizations', 'integrations.list'],
    examples: ['Epic', 'Aprima --allowed false --output json'],
    sortedBy: 'name',
    async pages({ client, read, args: [text = ''], options: { allowed } }) {
      const { id } = await integrationNamed(client, text, read);
      const filter = defined({ isAllowed: allowed === undefined ? undefined : String(allowed) });
      return (query) => client.integrations.organizations({ params: { id }, query: { ...filter, ...query } }, read);
    },
  }),
  pagesCommand({
    name: 'whitelist list',
    aliases: ['whitelist ls'],
    summary: 'List the whitelist: which organizations may use which integration',
    options: [
      selectionFlag('--integration <type>', 'only entries of this integration'),
      selectionFlag('--org <id>', 'only entries that name this organization', { record: organizationKind }),
      selectionFlag('--enabled <true|false>', 'only entries that are switched on, or off', { parse: flagOf }),
    ],
    columns,
    calls: ['integrationwhitelist.list', 'integrations.list'],
    examples: ['', '--integration Epic --enabled true --output json'],
    sortedBy: 'name',
    async pages({ client, read, options: { integration, org, enabled } }) {
      const integrationId =
        integration === undefined ? undefined : (await integrationNamed(client, integration, read)).id;
      const isEnabled = enabled === undefined ? undefined : String(enabled);
      const filter = defined({ integrationId, organizationId: org, isEnabled });
      return (query) => client.integrationwhitelist.list({ query: { ...filter, ...query } }, read);
    },
  }),
  getCommand({
    name: 'whitelist get',
    summary: 'Show a whitelist entry and how many organizations depend on it',
    arguments: [entryArgument],
    calls: ['integrationwhitelist.get'],
    examples: ['<id>', '<id> --output json'],
    web: '/admin/integrationwhitelist',
    rowFields: columns,
    load: ({ client, id, read }) => client.integrationwhitelist.get({ params: { id } }, read),
  }),
  actionCommand({
    name: 'whitelist create',
    summary: 'Allow an integration for an organization, or for every organization',
    options: [
      contentFlag('--integration <type>', 'type of the integration, such as Epic, or its id', { required: true }),
      contentFlag('--org <id>', 'id of the organization; without it every organization may use the integration', {
        record: organizationKind,
      }),
      contentFlag('--note <text>', 'why the entry exists'),
      contentFlag('--disabled', 'add the entry switched off', { field: 'isEnabled' }),
    ],
    action: 'whitelist.create',
    calls: ['integrations.list', 'integrationwhitelist.list', 'integrationwhitelist.create'],
    examples: [
      '--integration Aprima --org <org> --note "Pilot until March" --yes',
      '--integration Aprima --org <org> --yes --output json',
    ],
    change: ({ options: { integration = '', org, note, disabled = false } }) => ({
      values: { integration, enabled: !disabled, ...defined({ org_id: org, note }) },
      title: () => `Allow ${integration} for ${org === undefined ? 'every organization' : `the organization ${org}`}`,
      unchanged: () => 'The whitelist has this entry already; nothing was sent.',
      done: 'The whitelist entry was added successfully.',
    }),
  }),
  actionCommand({
    name: 'whitelist update',
    summary: 'Change the note of a whitelist entry, or switch it on or off',
    arguments: [entryArgument],
    options: [
      contentFlag('--note <text>', 'why the entry exists; an empty text clears it'),
      contentFlag('--enabled <true|false>', 'whether the entry allows anything', { parse: flagOf }),
    ],
    action: 'whitelist.update',
    calls: ['integrationwhitelist.get', 'integrationwhitelist.update'],
    examples: ['<id> --enabled false --yes', '<id> --note "Contract signed" --yes --output json'],
    change({ id, options: { note, enabled } }) {
      if (note === undefined && enabled === undefined)
        throw new CliError('E-USAGE', 'Nothing to change: use --note or --enabled.');
      return {
        values: { id, ...defined({ note, enabled }) },
        title: (current) => `Change the whitelist entry ${nameOf(current, id)}`,
        unchanged: () => unchangedText,
        done: 'The whitelist entry was saved successfully.',
      };
    },
  }),
  actionCommand({
    name: 'whitelist delete',
    aliases: ['whitelist rm'],
    summary: 'Delete a whitelist entry; organizations that no other entry allows lose the integration',
    arguments: [entryArgument],
    action: 'whitelist.delete',
    fields: ['id', 'deleted'],
    calls: ['integrationwhitelist.get', 'integrationwhitelist.delete'],
    examples: ['<id> --yes', '<id> --yes --reason "Pilot ended" --output json'],
    change: ({ id }) => ({
      values: { id },
      title: (current) => `Delete the whitelist entry ${nameOf(current, id)}`,
      unchanged: () => 'The whitelist entry is deleted already; nothing was sent.',
      done: 'The whitelist entry was deleted successfully.',
      show: () => ({ id, deleted: true }),
    }),
  }),
];
