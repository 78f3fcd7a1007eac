import { stat } from 'node:fs/promises';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { showList } from '../../output/listing.ts';

/** Checks an exported file against the manifest beside it; asks nobody. */
export const reportsVerify = defineCommand({
  name: 'verify',
  summary: 'check an exported file against its manifest, offline',
  description:
    'Size, SHA-256, compression, rows, columns and ids must be those of FILE.manifest.json. Exit 8 where one is not.',
  arguments: [{ name: '<file>', summary: 'the exported file; its manifest lies beside it' }],
  takes: ['rows'],
  fields: { all: ['check', 'manifest', 'file', 'ok'], table: ['check', 'manifest', 'file', 'ok'], id: 'check' },
  calls: [],
  exits: ['conflict', 'io', 'invalid'],
  examples: ['carepost reports verify <file>', 'carepost reports verify <file> --output json'],
  async run(context, _options, [name = '']) {
    const [{ manifestBeside }, { verifyFile }] = await Promise.all([
      import('../../exports/exportedRows.ts'),
      import('../../exports/exportedRows.ts'),
    ]);
    const path = context.pathOf(name);
    const manifest = await manifestBeside(path);
    if (manifest === undefined) {
      if ((await stat(path).catch(() => undefined)) === undefined) throw new CliError('E-IO', `${path} is not there.`);
      throw new CliError('E-EXPORT-UNPROVEN', `${path} has no manifest beside it.`);
    }
    const checks = await verifyFile(path, manifest);
    await showList(context, checks);
    const failed = checks.filter(({ ok }) => !ok);
    if (failed.length === 0) return { exit: 'ok', message: '' };
    return {
      exit: 'conflict',
      message: `${failed.length} of ${checks.length} checks failed: ${failed.map(({ check }) => check).join(', ')}`,
    };
  },
});
