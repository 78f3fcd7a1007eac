import { defineCommand } from '../../command.ts';
import { brandFlag, eulaArgument, eulaFields, typeFlag } from './eulaFields.ts';

export const eulasGet = defineCommand({
  name: 'get',
  summary: 'Show one license agreement, without its text',
  arguments: [eulaArgument],
  takes: ['record'],
  fields: { ...eulaFields, table: eulaFields.all },
  calls: ['eulas.get'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost eulas get <id>', 'carepost eulas get <id> --output json --fields version,isActive'],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    await context.output.record(await client.eulas.get({ params: { id } }, { signal: context.signal }));
  },
});

export const eulasView = defineCommand({
  name: 'view',
  summary: 'Print the text of a license agreement: its HTML, unless --output asks for another form',
  arguments: [eulaArgument],
  takes: ['record'],
  fields: { all: ['id', 'html'], table: ['id', 'html'] },
  scalar: true,
  calls: ['eulas.view'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost eulas view <id>', 'carepost eulas view <id> > agreement.html && echo written'],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    const html = await client.eulas.view({ params: { id } }, { signal: context.signal });
    if (context.output.format === 'table') await context.output.document(html.endsWith('\n') ? html : `${html}\n`);
    else await context.output.record({ id, html });
  },
});

interface ExistsOptions {
  readonly brand?: string;
  readonly type?: string;
  readonly except?: string;
  readonly exitCode?: boolean;
}

export const eulasExists = defineCommand<ExistsOptions>({
  name: 'exists',
  summary: 'Tell whether a version of a license agreement is there',
  arguments: [{ name: '<version>', summary: 'version of the agreement' }],
  options: [
    brandFlag,
    typeFlag,
    { flags: '--except <id>', summary: 'an agreement that does not count', group: 'Selection' },
    { flags: '--exit-code', summary: 'end with 7 when it is there', group: 'Output' },
  ],
  takes: ['record'],
  fields: { all: ['version', 'exists'], table: ['version', 'exists'] },
  calls: ['eulas.exists'],
  exits: ['invalid'],
  examples: ['carepost eulas exists 2.0', 'carepost eulas exists 3.1 --brand "Northstar Exchange" --output json'],
  async run(context, { brand, type, except, exitCode }, [version = '']) {
    const client = await context.client();
    const query = {
      version,
      ...(brand === undefined ? {} : { brandName: brand }),
      ...(type === undefined ? {} : { type }),
      ...(except === undefined ? {} : { id: except }),
    };
    const exists = await client.eulas.exists({ query }, { signal: context.signal });
    await context.output.record({ version, exists });
    return exitCode === true && exists
      ? { exit: 'invalid', message: `version ${version} is there already` }
      : undefined;
  },
});
