import { type Command, defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { showList } from '../../output/listing.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';

const names = ['id', 'domain', 'createDate'];

const list = defineCommand({
  name: 'domains list',
  summary: 'List the additional mail domains of an organization; its own domain is on stderr',
  arguments: [orgArgument],
  takes: ['rows'],
  fields: { all: names, table: names },
  calls: ['organizations.domains'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost orgs domains list <org> --output json', 'carepost orgs domains list <org> --output csv'],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    const { items, ownDomain } = await client.organizations.domains({ params: { id } }, { signal: context.signal });
    context.terminal.note(
      ownDomain === null ? 'The organization has no domain of its own.' : `Its own domain is ${ownDomain}.`,
    );
    await showList(context, items);
  },
});

const add = defineCommand<WriteFlags>({
  name: 'domains add',
  summary: 'Add a mail domain for the direct addresses of an organization',
  arguments: [orgArgument, { name: '<domain>', summary: 'such as direct.lakeside.example' }],
  takes: ['write', 'record'],
  fields: { all: names, table: names },
  calls: ['organizations.get', 'organizations.addDomain'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs domains add <org> direct.lakeside.example --yes',
    'carepost orgs domains add <org> direct.shore.example --yes --output json',
  ],
  async run(context, flags, [id = '', domain = '']) {
    const client = await context.client();
    const name = await organizationName(context, id);
    const call = await confirmed(context, `Add the domain ${domain} to ${name}`, flags);
    const added = await client.organizations.addDomain({ params: { id }, body: { domain } }, call);
    context.terminal.note('The domain was added successfully.');
    await context.output.record(added);
  },
});

const remove = defineCommand<WriteFlags>({
  name: 'domains remove',
  summary: 'Remove a mail domain from an organization, unless addresses use it',
  arguments: [orgArgument, { name: '<domain>', summary: 'the domain, or the id of its record' }],
  takes: ['write', 'record'],
  fields: { all: ['id', 'domain', 'removed'], table: ['id', 'domain', 'removed'] },
  calls: ['organizations.get', 'organizations.domains', 'organizations.removeDomain'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs domains remove <org> <domain> --yes',
    'carepost orgs domains remove <org> <domain> --yes --reason "Domain was sold"',
  ],
  async run(context, flags, [id = '', text = '']) {
    const client = await context.client();
    const { items } = await client.organizations.domains({ params: { id } }, { signal: context.signal });
    const match = items.find(({ id: domainId, domain }) => domainId === text || domain === text.toLowerCase());
    if (match === undefined) {
      const known = items.map(({ domain }) => domain);
      throw new CliError('E-USAGE', `The organization has no domain "${text}".${didYouMean(text, known)}`, {
        code: 'E-NOT-FOUND',
        exit: 'not-found',
        hint: `Run: carepost orgs domains list ${id}`,
      });
    }
    const name = await organizationName(context, id);
    const call = await confirmed(context, `Remove the domain ${match.domain} from ${name}`, flags);
    await client.organizations.removeDomain({ params: { id, domainId: match.id } }, call);
    context.terminal.note('The domain was removed.');
    await context.output.record({ id: match.id, domain: match.domain, removed: true });
  },
});

export const domainCommands: readonly Command[] = [list, add, remove];
