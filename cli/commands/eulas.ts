import { eulaFileMaxBytes } from '../../shared/contract/uploadSizes.ts';
import { type Command, defineCommand, contentFlag, selectionFlag } from '../command.ts';
import { defined } from '../../shared/rules/defined.ts';
import { checkCommand, getCommand, pagesCommand, type Run, writeCommand } from '../records/commandBuilders.ts';
import { readUpload } from '../records/inputFiles.ts';

const columns = ['id', 'version', 'brandName', 'type', 'isActive', 'acceptances', 'createDate'];

const eulaArgument = {
  name: '<id>',
  summary: 'id of the agreement, as eulas list shows it',
  record: { name: 'agreement', list: 'eulas list' },
} as const;

/** The agreement that a command names, and how its confirmations name it. */
const load = async ({ client, id, read }: Run<unknown>) => {
  const { version, brandName } = await client.eulas.get({ params: { id } }, read);
  return { version, title: `version ${version} of the agreement of ${brandName || 'the platform'}` };
};

const versionFlags = [
  contentFlag('--brand <name>', "name of the brand (the platform's own agreement)"),
  contentFlag('--type <type>', 'kind of agreement (EULA)'),
] as const;

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List license agreements, newest first',
    options: [
      selectionFlag('--brand <name>', 'only agreements of this brand'),
      selectionFlag('--type <type>', 'only this kind of agreement'),
      selectionFlag('--active', 'only active agreements'),
    ],
    columns,
    calls: ['eulas.list'],
    examples: ['', '--active --output csv'],
    sortedBy: 'createDate',
    newestFirst: true,
    pages({ client, read, options: { brand, type, active } }) {
      const filter = defined({ brandName: brand, type, isActive: active === true ? 'true' : undefined });
      return (query) => client.eulas.list({ query: { ...filter, ...query } }, read);
    },
  }),
  getCommand({
    name: 'get',
    summary: 'Show a license agreement, without its text',
    arguments: [eulaArgument],
    calls: ['eulas.get'],
    examples: ['<id>', '<id> --output json --fields version,isActive'],
    web: '/admin/eulas',
    rowFields: columns,
    load: ({ client, id, read }) => client.eulas.get({ params: { id } }, read),
  }),
  defineCommand({
    name: 'view',
    summary: 'Print the text of a license agreement: its HTML, unless --output names another format',
    arguments: [eulaArgument],
    takes: ['record'],
    fields: ['id', 'html'],
    scalar: true,
    calls: ['eulas.view'],
    examples: ['<id>', '<id> > agreement.html && echo written'],
    async run(context, _options, [id = '']) {
      const client = await context.client();
      const html = await client.eulas.view({ params: { id } }, { signal: context.signal });
      if (context.output.format === 'table') await context.output.document(html.endsWith('\n') ? html : `${html}\n`);
      else await context.output.record({ id, html });
    },
  }),
  writeCommand({
    name: 'create',
    summary: 'Add a license agreement from a file; it is not active yet',
    // An argument: the flag --version is the program's own.
    arguments: [{ name: '<version>', summary: 'version of the agreement, such as 2.1' }],
    options: [
      contentFlag('--file <file>', 'text of the agreement: HTML or plain text, at most 1 MB', {
        complete: 'files',
        required: true,
      }),
      ...versionFlags,
    ],
    calls: ['eulas.create'],
    examples: [
      '4.0 --file agreement.html --yes',
      '4.1 --file agreement.html --brand "Northstar Exchange" --yes --output json',
    ],
    async prepare({ client, options, id: version }) {
      const { file: path = '', brand: brandName = '', type } = options;
      const file = await readUpload(path, eulaFileMaxBytes);
      const body = { version, brandName, ...defined({ type }) };
      return {
        title: `Add version ${version} of the agreement of ${brandName || 'the platform'}`,
        send: (call) => client.eulas.create({ body, file }, call),
        done: 'The agreement was added; eulas activate makes it active.',
      };
    },
  }),
  writeCommand({
    name: 'activate',
    summary: 'Activate a license agreement instead of the active one of its brand',
    arguments: [eulaArgument],
    calls: ['eulas.get', 'eulas.activate'],
    prepare: async (run) => ({
      title: `Activate ${(await load(run)).title} for all users`,
      send: (call) => run.client.eulas.activate({ params: { id: run.id } }, call),
      done: 'The agreement is active.',
    }),
  }),
  writeCommand({
    name: 'delete',
    summary: 'Delete a license agreement that is neither active nor accepted by any user',
    arguments: [eulaArgument],
    fields: ['id', 'version', 'deleted'],
    calls: ['eulas.get', 'eulas.delete'],
    async prepare(run) {
      const { id, client } = run;
      const { version, title } = await load(run);
      return {
        title: `Delete ${title}`,
        send: (call) => client.eulas.delete({ params: { id } }, call),
        done: 'The agreement was deleted.',
        record: { id, version, deleted: true },
      };
    },
  }),
  checkCommand({
    name: 'exists',
    summary: 'Check whether a version of a license agreement exists',
    arguments: [{ name: '<version>', summary: 'version of the agreement' }],
    options: [
      ...versionFlags.map((flag) => ({ ...flag, group: 'Selection' }) as const),
      selectionFlag('--except <id>', 'an agreement to ignore'),
    ],
    exitWhen: 'it exists',
    fields: ['version', 'exists'],
    calls: ['eulas.exists'],
    examples: ['2.0', '3.1 --brand "Northstar Exchange" --output json'],
    async check({ client, read, options: { brand, type, except }, id: version }) {
      const query = { version, ...defined({ brandName: brand, type, id: except }) };
      const doesExist = await client.eulas.exists({ query }, read);
      return {
        record: { version, exists: doesExist },
        failure: doesExist ? `version ${version} exists already` : undefined,
      };
    },
  }),
];
