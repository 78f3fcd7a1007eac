import { normaliseSubdomain, subdomainProblem, subdomainText } from '../../../shared/rules/subdomain.ts';
import { defineCommand } from '../../command.ts';

interface Options {
  readonly org?: string;
  readonly exitCode?: boolean;
}

export const orgsCheckSubdomain = defineCommand<Options>({
  name: 'check-subdomain',
  summary: 'Tell whether an organization may have a subdomain',
  arguments: [{ name: '<subdomain>', summary: 'the subdomain wanted, without dots' }],
  options: [
    {
      flags: '--org <id>',
      summary: 'the organization it is for; its own subdomain counts as free',
      group: 'Selection',
    },
    { flags: '--exit-code', summary: 'end with 7 when it cannot be had', group: 'Output' },
  ],
  takes: ['record'],
  fields: { all: ['subdomain', 'isValid', 'exists', 'message'], table: ['subdomain', 'isValid', 'exists', 'message'] },
  calls: ['organizations.subdomainIsValid', 'organizations.subdomainExists'],
  exits: ['invalid'],
  examples: [
    'carepost orgs check-subdomain lakeside',
    'carepost orgs check-subdomain lakeside --exit-code --output json',
  ],
  async run(context, { org, exitCode }, [given = '']) {
    const client = await context.client();
    const subdomain = normaliseSubdomain(given);
    const options = { signal: context.signal };
    const [isValid, exists] = await Promise.all([
      client.organizations.subdomainIsValid(
        { query: { subdomain, ...(org === undefined ? {} : { organizationId: org }) } },
        options,
      ),
      client.organizations.subdomainExists(
        { query: { subdomain, ...(org === undefined ? {} : { id: org }) } },
        options,
      ),
    ]);
    const message = isValid ? null : (subdomainProblem(subdomain) ?? subdomainText);
    await context.output.record({ subdomain, isValid, exists, message });
    return exitCode === true && !isValid ? { exit: 'invalid', message: `"${subdomain}" cannot be had` } : undefined;
  },
});
