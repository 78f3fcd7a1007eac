import { ApiError } from '../../shared/client/apiError.ts';
import { resellerFileMaxBytes, termsMaxCharacters } from '../../shared/contract/uploadSizes.ts';
import { resellerTypes } from '../../shared/rules/reseller.ts';
import { defineCommand, type Command, outputFlag, selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { defined } from '../../shared/rules/defined.ts';
import { checkCommand } from '../records/commandBuilders.ts';
import { idArgument, kindOf, recordCommands, type RecordType } from '../records/recordCommands.ts';
import { ItemNotFound } from '../records/recordErrors.ts';
import { settableOf } from '../records/setFields.ts';

const resellerType: RecordType = {
  name: 'resellers',
  area: 'resellers',
  actions: { create: 'resellers.create', update: 'resellers.update', delete: 'resellers.delete' },
  one: 'reseller',
  values: { type: resellerTypes },
  settable: { ...settableOf('resellers.create'), type: resellerTypes },
  examples: {
    create:
      '--set "name=Lakeside Software" --set type=Affiliate --set urlCode=lakeside --set color=#ffffff --logo logo.png',
    update: '--set color=#e6e9ed',
    file: 'reseller.json',
  },
  upload: {
    flag: 'logo',
    summary: 'logo: PNG, JPEG, GIF or WebP, at most 512 kB',
    maxBytes: resellerFileMaxBytes,
    removal: { flag: 'remove-logo', summary: 'remove the logo', field: 'removeFile' },
  },
  textFile: {
    flag: 'terms',
    summary: 'HTML file with the terms, instead of termsHtml',
    field: 'termsHtml',
    maxCharacters: termsMaxCharacters,
  },
};

export const commands: readonly Command[] = [
  ...recordCommands(resellerType),
  defineCommand({
    name: 'logo',
    summary: 'Save the logo of a reseller to a file',
    arguments: [idArgument(resellerType)],
    options: [
      outputFlag('--out <file>', 'file to write, - for standard output', { complete: 'files', required: true }),
      outputFlag('--overwrite', 'replace an existing file'),
    ],
    takes: ['record'],
    fields: ['file', 'mediaType', 'bytes'],
    calls: ['resellers.file', 'resellers.get'],
    examples: ['<id> --out lakeside.png', '<id> --out - | wc -c'],
    async run(context, { out = '', overwrite = false }, [id = '']) {
      const { binaryTarget } = await import('../exports/saveBytes.ts');
      const save = await binaryTarget(out, overwrite, context);
      const client = await context.client();
      const read = { signal: context.signal };
      const { bytes, mediaType } = await client.resellers
        .file({ params: { id } }, read)
        .catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 404) throw error;
          const { name } = await client.resellers.get({ params: { id } }, read);
          throw new ItemNotFound('E-NOT-FOUND', `The reseller ${name} has no logo.`, {
            hint: `Add one with carepost resellers update ${id} --logo <file>`,
          });
        });
      const file = await save(bytes);
      if (file !== undefined) await context.output.record({ file, mediaType, bytes: bytes.length });
    },
  }),
  checkCommand({
    name: 'url-code',
    summary: 'Check whether a URL code is available, or make an available one from a name',
    arguments: [{ name: '[code]', summary: 'the code: lower case letters, digits and hyphens' }],
    options: [
      selectionFlag('--name <name>', 'make an available code from this name'),
      selectionFlag('--reseller <id>', 'reseller whose own code counts as available', {
        field: 'id',
        record: kindOf(resellerType),
      }),
    ],
    exitWhen: 'the code is not available',
    calls: ['resellers.urlCode'],
    examples: ['lakeside', '--name "Lakeside Software"'],
    async check({ client, read, options: { reseller, name }, args: [code] }) {
      if ((code === undefined) === (name === undefined)) throw new CliError('E-USAGE', 'Use either a code or --name.');
      const query = defined({ urlCode: code, name, id: reseller });
      const record = await client.resellers.urlCode({ query }, read);
      return { record, failure: record.isAvailable ? undefined : `"${record.urlCode}" is not available` };
    },
  }),
];
