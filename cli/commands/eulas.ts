import { eulaFileMaxBytes } from '../../shared/contract/uploadSizes.ts';
import { type Command, defineCommand, contentFlag, selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { eitherFlag } from '../output/where.ts';
import { defined } from '../../shared/rules/defined.ts';
import { actionCommand, checkCommand, getCommand, nameOf, pagesCommand, type Run } from '../records/commandBuilders.ts';
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

/** The text of a file, which is UTF-8. */
const textOf = (bytes: Uint8Array, path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CliError('E-FILE-TYPE', `${path} is no text in UTF-8.`, {
      hint: 'Save the agreement as HTML or plain text in UTF-8.',
    });
  }
};

const versionFlags = [
  contentFlag('--brand <name>', "name of the brand (the platform's own agreement)", { field: 'brandName' }),
  contentFlag('--type <type>', 'kind of agreement (EULA)'),
] as const;

/** Its --file is the document, so it takes no CSV with many rows: that is bulk apply eulas.create. */
const { fileAction: _csv, ...createCommand } = actionCommand({
  name: 'create',
  action: 'eulas.create',
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
  calls: ['eulas.list', 'eulas.create'],
  examples: [
    '4.0 --file agreement.html --yes',
    '4.1 --file agreement.html --brand "Northstar Exchange" --yes --output json',
  ],
  async change({ options, id: version }) {
    const { file: path = '', brand, type } = options;
    const { name, bytes } = await readUpload(path, eulaFileMaxBytes);
    return {
      values: { version, text: textOf(bytes, path), file_name: name, ...defined({ brand, type }) },
      title: () => `Add version ${version} of the agreement of ${brand || 'the platform'}`,
      unchanged: () => 'The agreement exists already; nothing was sent.',
      done: 'The agreement was added; eulas activate makes it active.',
    };
  },
});

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List license agreements, newest first',
    options: [
      selectionFlag('--brand <name>', 'only agreements of this brand', { field: 'brandName' }),
      selectionFlag('--type <type>', 'only this kind of agreement'),
      selectionFlag('--platform', "only the platform's own agreements"),
      selectionFlag('--active', 'only active agreements'),
      selectionFlag('--inactive', 'only other agreements'),
    ],
    columns,
    calls: ['eulas.list'],
    examples: ['', '--active --output csv'],
    sortedBy: 'createDate',
    newestFirst: true,
    pages({ client, read, options: { brand, type, platform, active, inactive } }) {
      const isActive = eitherFlag(active, inactive, '--active and --inactive');
      if (brand !== undefined && platform === true)
        throw new CliError('E-USAGE', '--brand and --platform exclude each other.');
      const filter = defined({ brandName: brand, type, isPlatform: platform === true ? 'true' : undefined, isActive });
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
  createCommand,
  actionCommand({
    name: 'activate',
    summary: 'Activate a license agreement instead of the active one of its brand',
    arguments: [eulaArgument],
    action: 'eulas.activate',
    calls: ['eulas.get', 'eulas.list', 'eulas.activate'],
    change: ({ id }) => ({
      values: { id },
      title: (current) => `Activate ${nameOf(current, id)} for all users`,
      unchanged: () => 'The agreement is active already; nothing was sent.',
      done: 'The agreement is active.',
    }),
  }),
  actionCommand({
    name: 'delete',
    summary: 'Delete a license agreement that is neither active nor accepted by any user',
    arguments: [eulaArgument],
    fields: ['id', 'version', 'deleted'],
    action: 'eulas.delete',
    calls: ['eulas.get', 'eulas.view', 'eulas.delete'],
    async change(run) {
      const { id } = run;
      const { version, title } = await load(run);
      return {
        values: { id, expected_version: version },
        title: () => `Delete ${title}`,
        unchanged: () => 'The agreement was deleted already.',
        done: 'The agreement was deleted.',
        show: () => ({ id, version, deleted: true }),
      };
    },
  }),
  checkCommand({
    name: 'exists',
    summary: 'Check whether a version of a license agreement exists',
    arguments: [{ name: '<version>', summary: 'version of the agreement' }],
    options: [
      ...versionFlags.map((flag) => ({ ...flag, group: 'Selection' }) as const),
      selectionFlag('--except <id>', 'an agreement to ignore', { field: 'id', record: eulaArgument.record }),
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
