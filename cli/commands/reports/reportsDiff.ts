import { defineCommand } from '../../command.ts';
import type { Difference } from '../../exports/compareFiles.ts';
import { parseCondition, meets } from '../../output/where.ts';
import { reportCatalogue } from './catalogue.ts';

interface Options {
  readonly key?: string;
}

const fields = ['change', 'key', 'column', 'old', 'new'];
const list = { all: fields, table: fields, id: 'key' };

const count = (value: number, what: string): string => `${value.toLocaleString('en-US')} ${what}`;

/** Compares two exported files by key; asks nobody. */
export const reportsDiff = defineCommand<Options>({
  name: 'diff',
  summary: 'compare two exported files row by row, offline',
  description:
    'Rows are matched by key, in any order; files may be compressed or prepared for Excel. One row is shown for each changed cell,\nand one for each row that is only in one file, with all its cells. Exit 0 where they are equal, 10 where they differ.',
  arguments: [
    { name: '<old>', summary: 'the older file' },
    { name: '<new>', summary: 'the newer file' },
  ],
  options: [
    {
      flags: '--key <columns>',
      summary: 'columns that together name a row; known for our own reports',
      group: 'Selection',
    },
  ],
  takes: ['rows'],
  fields: list,
  calls: [],
  exits: ['changes', 'invalid', 'io'],
  examples: [
    'carepost reports diff <old> <new> --key "Organization number"',
    'carepost reports diff <old> <new> --output csv',
  ],
  async run(context, { key }, [oldName = '', newName = '']) {
    const [{ compareFiles }, { openExported, manifestBeside }] = await Promise.all([
      import('../../exports/compareFiles.ts'),
      import('../../exports/exportedRows.ts'),
    ]);
    const [oldPath, newPath] = [context.pathOf(oldName), context.pathOf(newName)];
    const manifest = await manifestBeside(newPath);
    const before = await openExported(oldPath, await manifestBeside(oldPath));
    const after = await openExported(newPath, manifest);
    const known = manifest?.key ?? reportCatalogue.find(({ name }) => name === manifest?.report)?.key;
    const requested = key?.split(',').map((name) => name.trim());
    const comparison = compareFiles(before, after, { requested, known });
    const { onlyOld, onlyNew, counts } = comparison;
    for (const name of onlyOld) context.terminal.note(`Only the old file has the column ${name}; it is not compared.`);
    for (const name of onlyNew) context.terminal.note(`Only the new file has the column ${name}; it is not compared.`);

    const { where = [], limit = Number.POSITIVE_INFINITY } = context.output.rowOptions;
    const conditions = where.map((text) => parseCondition(text, list));
    // All differences are gone through, so that they are counted; --where and --limit say which are shown.
    async function* shown(differences: AsyncIterable<Difference>): AsyncGenerator<Difference> {
      let left = limit;
      for await (const difference of differences) {
        if (left <= 0 || !conditions.every((one) => meets(difference, one, context.now()))) continue;
        left -= 1;
        yield difference;
      }
    }
    await context.output.rows(shown(comparison.differences()));
    const isEqual = counts.added + counts.removed + counts.changedCells + onlyOld.length + onlyNew.length === 0;
    if (isEqual) return { exit: 'ok', message: '' };
    const cells = `${count(counts.changedCells, 'cells changed')} in ${count(counts.changedRows, 'rows')}`;
    const columns = onlyOld.length + onlyNew.length > 0 ? `, ${onlyOld.length + onlyNew.length} columns differ` : '';
    const message = `${count(counts.added, 'added')}, ${count(counts.removed, 'removed')}, ${cells}${columns}`;
    return { exit: 'changes', message };
  },
});
