import { resellerFileMaxBytes, termsMaxCharacters } from '../../shared/contract/uploadSizes.ts';
import { resellerTypes } from '../../shared/rules/reseller.ts';
import { defineCommand, type Command, outputFlag, selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { idArgument, recordCommands, type RecordType } from '../records/recordCommands.ts';

const listed = ['id', 'name', 'type', 'urlCode', 'color'];
const fields = [...listed, 'bypassTos', 'termsHtml', 'fileName', 'organizationCount', 'version'];
const values = { type: resellerTypes };

const resellerType: RecordType = {
  name: 'resellers',
  area: 'resellers',
  one: 'reseller',
  web: '/admin/resellers',
  listFields: { all: listed, table: listed, values },
  fields: { all: fields, table: fields, values },
  settable: { name: 'text', type: resellerTypes, urlCode: 'text', color: 'text', bypassTos: 'flag', termsHtml: 'text' },
  examples: {
    create:
      '--set "name=Lakeside Software" --set type=Affiliate --set urlCode=lakeside --set color=#ffffff --logo logo.png',
    update: '--set color=#e6e9ed',
    file: 'reseller.json',
  },
  upload: {
    flag: 'logo',
    summary: 'its logo: PNG, JPEG, GIF or WebP, at most 512 kB',
    maxBytes: resellerFileMaxBytes,
    removal: { flag: 'remove-logo', summary: 'remove its logo', field: 'removeFile' },
  },
  textFile: {
    flag: 'terms',
    summary: 'HTML file with its terms, instead of termsHtml',
    field: 'termsHtml',
    maxCharacters: termsMaxCharacters,
  },
};

interface LogoOptions {
  readonly out?: string;
  readonly overwrite?: boolean;
}

const logo = defineCommand<LogoOptions>({
  name: 'logo',
  summary: 'Save the logo of a reseller in a file',
  arguments: [idArgument(resellerType)],
  options: [
    outputFlag('--out <file>', 'file to write, - for standard output', { complete: 'files', required: true }),
    outputFlag('--overwrite', 'replace an existing file'),
  ],
  takes: ['record'],
  fields: { all: ['file', 'mediaType', 'bytes'], table: ['file', 'mediaType', 'bytes'] },
  calls: ['resellers.file'],
  examples: ['carepost resellers logo <id> --out lakeside.png', 'carepost resellers logo <id> --out - | wc -c'],
  async run(context, { out = '', overwrite = false }, [id = '']) {
    const { binaryTarget } = await import('../exports/saveBytes.ts');
    const save = await binaryTarget(out, overwrite, context);
    const client = await context.client();
    const { bytes, mediaType } = await client.resellers.file({ params: { id } }, { signal: context.signal });
    const file = await save(bytes);
    if (file !== undefined) await context.output.record({ file, mediaType, bytes: bytes.length });
  },
});

interface UrlCodeOptions {
  readonly reseller?: string;
  readonly name?: string;
  readonly exitCode?: boolean;
}

const urlCode = defineCommand<UrlCodeOptions>({
  name: 'url-code',
  summary: 'Check whether a URL code is available, or make an available one from a name',
  arguments: [{ name: '[code]', summary: 'the code: lower case letters, digits and hyphens' }],
  options: [
    selectionFlag('--name <name>', 'make an available code from this name'),
    selectionFlag('--reseller <id>', 'its reseller, whose own code counts as available'),
    outputFlag('--exit-code', 'exit with 7 when the code is not available'),
  ],
  takes: ['record'],
  fields: { all: ['urlCode', 'isAvailable'], table: ['urlCode', 'isAvailable'] },
  calls: ['resellers.urlCode'],
  examples: ['carepost resellers url-code lakeside', 'carepost resellers url-code --name "Lakeside Software"'],
  async run(context, { reseller, name, exitCode }, [code]) {
    if ((code === undefined) === (name === undefined)) throw new CliError('E-USAGE', 'Use either a code or --name.');
    const client = await context.client();
    const query = {
      ...(code === undefined ? {} : { urlCode: code }),
      ...(name === undefined ? {} : { name }),
      ...(reseller === undefined ? {} : { id: reseller }),
    };
    const result = await client.resellers.urlCode({ query }, { signal: context.signal });
    await context.output.record(result);
    if (exitCode !== true || result.isAvailable) return undefined;
    return { exit: 'invalid', message: `"${result.urlCode}" is not available` };
  },
});

export const commands: readonly Command[] = [...recordCommands(resellerType), logo, urlCode];
