import { type Command, defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';

const lookup = (name: 'types' | 'specialties', summary: string): Command =>
  defineCommand({
    name,
    summary,
    takes: ['rows'],
    fields: { all: ['id', 'name'], table: ['id', 'name'] },
    calls: [`organizations.${name}`],
    examples: [`carepost orgs ${name}`, `carepost orgs ${name} --where 'name~health' --output json`],
    async run(context) {
      const client = await context.client();
      const { items } = await client.organizations[name]({}, { signal: context.signal });
      await showList(context, items);
    },
  });

export const orgsTypes = lookup('types', 'List the types an organization can have');
export const orgsSpecialties = lookup('specialties', 'List the specialties an organization can have');
