import { type Command, outputFlag, safetyFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { commandOfRun } from './bulk/runCommands.ts';

const fields = ['file', 'run', 'bytes', 'sha256', 'journal', 'audit'];

export const commands: readonly Command[] = [
  commandOfRun({
    name: 'bundle',
    summary: 'Collect what support needs to know about a run, without personal data',
    description:
      'One JSON document: versions, settings with where they come from, the run, its journal without cells, codes, times.\nLists its content and asks before it writes; read it before you send it.',
    options: [
      outputFlag('--out <file>', 'the file to write', { complete: 'files' }),
      safetyFlag('--overwrite', 'replace an existing file'),
    ],
    takes: ['confirm'],
    fields,
    examples: ['<run> --out bundle.json --overwrite --yes', '--last --out last.json --overwrite --yes --output json'],
    async perform(context, run, { out, overwrite = false, yes }) {
      if (out === undefined) throw new CliError('E-USAGE', '--out is required: the file to write.');
      const [{ createHash }, { inventoryOf, makeBundle }, { openRun }, { checkTarget }, { writeLines }] =
        await Promise.all([
          import('node:crypto'),
          import('../support/bundle.ts'),
          import('../bulk/runFolder.ts'),
          import('../bulk/lineFiles.ts'),
          import('../files.ts'),
        ]);
      const file = await checkTarget(out, { overwrite });
      const bundle = await makeBundle(context, await openRun(context, run));
      const text = `${JSON.stringify(bundle, null, 1)}\n`;
      const inventory = inventoryOf(bundle, context).map((line) => `\n  - ${line}`);
      context.terminal.note(`The bundle holds:${inventory.join('')}`);
      await context.terminal.confirm(`Write ${file}?`, yes);
      await writeLines(file, [text]);
      await context.output.record({
        file,
        run: bundle.run.run,
        bytes: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
        journal: bundle.journal.length,
        audit: bundle.audit.length,
      });
    },
  }),
];
