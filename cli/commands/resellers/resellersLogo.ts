import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';

interface Options {
  readonly out?: string;
  readonly overwrite?: boolean;
}

export const resellersLogo = defineCommand<Options>({
  name: 'logo',
  summary: 'Save the logo of a reseller as a file',
  arguments: [{ name: '<id>', summary: 'id of the reseller' }],
  options: [
    { flags: '--out <file>', summary: 'write this file; - is standard output', group: 'Output', complete: 'files' },
    { flags: '--overwrite', summary: 'replace a file that is there already', group: 'Output' },
  ],
  takes: ['record'],
  fields: { all: ['file', 'mediaType', 'bytes'], table: ['file', 'mediaType', 'bytes'] },
  calls: ['resellers.file'],
  exits: ['not-found', 'invalid', 'conflict', 'io'],
  examples: ['carepost resellers logo <id> --out lakeside.png', 'carepost resellers logo <id> --out - | wc -c'],
  async run(context, { out, overwrite = false }, [id = '']) {
    if (out === undefined) throw new CliError('E-USAGE', 'Say where it goes: give --out.');
    const { binaryTarget } = await import('../../exports/saveBytes.ts');
    const save = await binaryTarget(out, overwrite, context);
    const client = await context.client();
    const { bytes, mediaType } = await client.resellers.file({ params: { id } }, { signal: context.signal });
    const file = await save(bytes);
    if (file !== undefined) await context.output.record({ file, mediaType, bytes: bytes.length });
  },
});
