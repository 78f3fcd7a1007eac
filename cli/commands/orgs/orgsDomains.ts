import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { showList } from '../../output/listing.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';

const names = ['id', 'domain', 'createDate'];

export const orgsDomainsList = defineCommand({
  name: 'domains list',
  summary: 'List the further mail domains of an organization; its own one is told on stderr',
  arguments: [orgArgument],
  takes: ['rows'],
  fields: { all: names, table: names },
  calls: ['organizations.domains'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost orgs domains list <org> --output json', 'carepost orgs domains list <org> --output csv'],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    const { items, ownDomain } = await client.organizations.domains({ params: { id } }, { signal: context.signal });
    context.terminal.note(ownDomain === null ? 'It has no domain of its own.' : `Its own domain is ${ownDomain}.`);
    await showList(context, items);
  },
});

export const orgsDomainsAdd = defineCommand<WriteFlags>({
  name: 'domains add',
  summary: 'Let an organization have direct addresses at a further mail domain',
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
    const sending = await confirmed(context, `Add the domain ${domain} to ${name}`, flags);
    const added = await client.organizations.addDomain({ params: { id }, body: { domain } }, sending);
    context.terminal.note('The domain was added successfully.');
    await context.output.record(added);
  },
});

export const orgsDomainsRemove = defineCommand<WriteFlags>({
  name: 'domains remove',
  summary: 'Take a mail domain away from an organization; refused while addresses use it',
  arguments: [orgArgument, { name: '<domain>', summary: 'the domain, or the id of its record' }],
  takes: ['write', 'record'],
  fields: { all: ['id', 'domain', 'removed'], table: ['id', 'domain', 'removed'] },
  calls: ['organizations.get', 'organizations.domains', 'organizations.removeDomain'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs domains remove <org> <domain> --yes',
    'carepost orgs domains remove <org> <domain> --yes --reason "Domain was sold"',
  ],
  async run(context, flags, [id = '', given = '']) {
    const client = await context.client();
    const { items } = await client.organizations.domains({ params: { id } }, { signal: context.signal });
    const found = items.find(({ id: domainId, domain }) => domainId === given || domain === given.toLowerCase());
    if (found === undefined) {
      const known = items.map(({ domain }) => domain);
      throw new CliError('E-USAGE', `The organization has no domain "${given}".${didYouMean(given, known)}`, {
        code: 'E-NOT-FOUND',
        exit: 'not-found',
        hint: `Run: carepost orgs domains list ${id}`,
      });
    }
    const name = await organizationName(context, id);
    const sending = await confirmed(context, `Take the domain ${found.domain} away from ${name}`, flags);
    await client.organizations.removeDomain({ params: { id, domainId: found.id } }, sending);
    context.terminal.note('The domain was removed.');
    await context.output.record({ id: found.id, domain: found.domain, removed: true });
  },
});
