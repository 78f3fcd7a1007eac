import type { FieldList } from '../output/fields.ts';
import { eulaFileMaxBytes } from '../../shared/contract/uploadSizes.ts';
import { defineCommand, type Command } from '../command.ts';
import { showPages } from '../output/listing.ts';
import { confirmed, type WriteFlags } from '../records/confirmed.ts';
import { readUpload } from '../records/inputFiles.ts';
import { type PageFlags, pageFlags } from '../records/recordCommands.ts';
import { showRecord, type WebFlag, webFlag } from '../records/showRecord.ts';

const listFields: FieldList = {
  all: [
    'id',
    'version',
    'brandName',
    'type',
    'fileName',
    'isActive',
    'acceptances',
    'createdBy',
    'createDate',
    'activatedDate',
  ],
  table: ['id', 'version', 'brandName', 'type', 'isActive', 'acceptances', 'createDate'],
};
const fields: FieldList = { ...listFields, table: listFields.all };

const eulaArgument = {
  name: '<id>',
  summary: 'id of the agreement, as eulas list shows it',
  record: { name: 'agreement', list: 'eulas list' },
} as const;

interface VersionOptions {
  readonly brand?: string;
  readonly type?: string;
}

const versionFlags = [
  { flags: '--brand <name>', summary: "name of the brand (the platform's own agreement)", group: 'Content' },
  { flags: '--type <type>', summary: 'kind of agreement (EULA)', group: 'Content' },
] as const;

interface ListOptions extends PageFlags, VersionOptions {
  readonly active?: boolean;
}

const list = defineCommand<ListOptions>({
  name: 'list',
  aliases: ['ls'],
  summary: 'List license agreements, newest first',
  options: [
    { flags: '--brand <name>', summary: 'only agreements of this brand', group: 'Selection' },
    { flags: '--type <type>', summary: 'only this kind of agreement', group: 'Selection' },
    { flags: '--active', summary: 'only active agreements', group: 'Selection' },
    ...pageFlags,
  ],
  takes: ['rows'],
  fields: listFields,
  calls: ['eulas.list'],
  examples: ['carepost eulas list', 'carepost eulas list --active --output csv'],
  async run(context, { search, brand, type, active, pageSize = 25, page = 1 }) {
    const client = await context.client();
    const filter = {
      ...(search === undefined ? {} : { search }),
      ...(brand === undefined ? {} : { brandName: brand }),
      ...(type === undefined ? {} : { type }),
      ...(active === true ? { isActive: 'true' } : {}),
    };
    await showPages(context, {
      serverSort: 'createDate',
      newestFirst: true,
      pageSize,
      pageNumber: page,
      load: (query) => client.eulas.list({ query: { ...filter, ...query } }, { signal: context.signal }),
    });
  },
});

const get = defineCommand<WebFlag>({
  name: 'get',
  summary: 'Show a license agreement, without its text',
  arguments: [eulaArgument],
  options: [webFlag],
  takes: ['record'],
  fields,
  calls: ['eulas.get'],
  exits: ['partial', 'not-found', 'invalid'],
  examples: ['carepost eulas get <id>', 'carepost eulas get <id> --output json --fields version,isActive'],
  run: (context, { web }, [id = '']) =>
    showRecord(context, id, {
      ...(web === true ? { web: '/admin/eulas' } : {}),
      rowFields: listFields.table,
      load: async (one) => (await context.client()).eulas.get({ params: { id: one } }, { signal: context.signal }),
    }),
});

const view = defineCommand({
  name: 'view',
  summary: 'Print the text of a license agreement: its HTML, unless --output names another format',
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

interface CreateOptions extends WriteFlags, VersionOptions {
  readonly file?: string;
}

const create = defineCommand<CreateOptions>({
  name: 'create',
  summary: 'Add a license agreement from a file; it is not active yet',
  // An argument: the flag --version is the program's own.
  arguments: [{ name: '<version>', summary: 'its version, such as 2.1' }],
  options: [
    {
      flags: '--file <file>',
      summary: 'its text: HTML or plain text, at most 1 MB',
      group: 'Content',
      complete: 'files',
      required: true,
    },
    ...versionFlags,
  ],
  takes: ['write', 'record'],
  fields,
  calls: ['eulas.create'],
  exits: ['invalid', 'conflict', 'io'],
  examples: [
    'carepost eulas create 4.0 --file agreement.html --yes',
    'carepost eulas create 4.1 --file agreement.html --brand "Northstar Exchange" --yes --output json',
  ],
  async run(context, options, [version = '']) {
    const { file: path = '', brand: brandName = '', type } = options;
    const file = await readUpload(path, eulaFileMaxBytes);
    const title = `Add version ${version} of the agreement of ${brandName || 'the platform'}`;
    const call = await confirmed(context, title, options);
    const body = { version, brandName, ...(type === undefined ? {} : { type }) };
    const client = await context.client();
    const created = await client.eulas.create({ body, file }, call);
    context.terminal.note('The agreement was added; eulas activate makes it active.');
    await context.output.record(created);
  },
});

const activate = defineCommand<WriteFlags>({
  name: 'activate',
  summary: 'Activate a license agreement in place of the active one of its brand',
  arguments: [eulaArgument],
  takes: ['write', 'record'],
  fields,
  calls: ['eulas.get', 'eulas.activate'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost eulas activate <id> --yes',
    'carepost eulas activate <id> --yes --reason "Approved by legal" --output json',
  ],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const { version, brandName } = await client.eulas.get({ params: { id } }, { signal: context.signal });
    const title = `Activate version ${version} of ${brandName || 'the platform'} for all users`;
    const call = await confirmed(context, title, flags);
    const activated = await client.eulas.activate({ params: { id } }, call);
    context.terminal.note('The agreement is active.');
    await context.output.record(activated);
  },
});

const remove = defineCommand<WriteFlags>({
  name: 'delete',
  aliases: ['rm'],
  summary: 'Delete a license agreement that is neither active nor accepted by any user',
  arguments: [eulaArgument],
  takes: ['write', 'record'],
  fields: { all: ['id', 'version', 'deleted'], table: ['id', 'version', 'deleted'] },
  calls: ['eulas.get', 'eulas.delete'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost eulas delete <id> --yes',
    'carepost eulas delete <id> --yes --reason "Only a draft" --output json',
  ],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const { version, brandName } = await client.eulas.get({ params: { id } }, { signal: context.signal });
    const call = await confirmed(context, `Delete version ${version} of ${brandName || 'the platform'}`, flags);
    await client.eulas.delete({ params: { id } }, call);
    context.terminal.note('The agreement was deleted.');
    await context.output.record({ id, version, deleted: true });
  },
});

interface ExistsOptions extends VersionOptions {
  readonly except?: string;
  readonly exitCode?: boolean;
}

const exists = defineCommand<ExistsOptions>({
  name: 'exists',
  summary: 'Check whether a version of a license agreement exists',
  arguments: [{ name: '<version>', summary: 'version of the agreement' }],
  options: [
    ...versionFlags.map((flag) => ({ ...flag, group: 'Selection' }) as const),
    { flags: '--except <id>', summary: 'an agreement to ignore', group: 'Selection' },
    { flags: '--exit-code', summary: 'exit with 7 when it exists', group: 'Output' },
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
    const doesExist = await client.eulas.exists({ query }, { signal: context.signal });
    await context.output.record({ version, exists: doesExist });
    return exitCode === true && doesExist
      ? { exit: 'invalid', message: `version ${version} exists already` }
      : undefined;
  },
});

export const commands: readonly Command[] = [list, get, view, create, activate, remove, exists];
