import { createReadStream } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { bulkActionNamed } from '../../../shared/bulk/actions/catalogue.ts';
import type { RowProblem } from '../../../shared/bulk/problems.ts';
import { openTable, validateTable } from '../../../shared/bulk/table.ts';

// As the command does (Io.preferSmallHeap).
setFlagsFromString('--optimize-for-size');
/** A process of its own for millionRows.test.ts: validates a file and tells what it found. */
const [file = '', actionName = ''] = process.argv.slice(2);
const action = bulkActionNamed(actionName);
if (action === undefined) throw new Error(`There is no action ${actionName}.`);

const match: string[] = [];
const report = ({ line, row, code }: RowProblem): void => {
  match.push(`${line} ${row} ${code}`);
};
const chunks = () => createReadStream(file) as AsyncIterable<Uint8Array>;
const { rows } = await validateTable(await openTable({ name: file, chunks }, action), report);
process.stdout.write(JSON.stringify({ rows, found: match }));
