import { eulaFileMaxBytes } from '../../../shared/contract/uploadSizes.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { readUpload } from '../../records/inputFiles.ts';
import { brandFlag, eulaFields, typeFlag } from './eulaFields.ts';

interface Options extends WriteFlags {
  readonly file?: string;
  readonly brand?: string;
  readonly type?: string;
}

export const eulasCreate = defineCommand<Options>({
  name: 'create',
  summary: 'Add a license agreement from a file; it is not active yet',
  // Not a flag: --version is the program's own.
  arguments: [{ name: '<version>', summary: 'its version, such as 2.1' }],
  options: [
    {
      flags: '--file <file>',
      summary: 'its text: HTML or plain text, at most 1 MB',
      group: 'Selection',
      complete: 'files',
    },
    brandFlag,
    typeFlag,
  ],
  takes: ['write', 'record'],
  fields: { ...eulaFields, table: eulaFields.all },
  calls: ['eulas.create'],
  exits: ['invalid', 'conflict', 'io'],
  examples: [
    'carepost eulas create 4.0 --file agreement.html --yes',
    'carepost eulas create 4.1 --file agreement.html --brand "Northstar Exchange" --yes --output json',
  ],
  async run(context, options, [version = '']) {
    if (options.file === undefined) throw new CliError('E-USAGE', 'The text is needed: give --file.');
    const file = await readUpload(options.file, eulaFileMaxBytes);
    const client = await context.client();
    const { brand: brandName = '', type } = options;
    const place = brandName === '' ? 'the platform' : brandName;
    const sending = await confirmed(context, `Add version ${version} of the agreement of ${place}`, options);
    const body = { version, brandName, ...(type === undefined ? {} : { type }) };
    const created = await client.eulas.create({ body, file }, sending);
    context.terminal.note('The agreement was added; eulas activate puts it in force.');
    await context.output.record(created);
  },
});
