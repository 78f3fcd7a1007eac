import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bulkBench } from './bulkBench.ts';
import { editorBench } from './editorBench.ts';
import { exportBench } from './exportBench.ts';
import { firstLoadBench } from './firstLoadBench.ts';
import { listBench } from './listBench.ts';
import { line } from './measure.ts';
import { project, setStage } from './stage.ts';
import { startupBench } from './startupBench.ts';

/** `npm run bench [-- list export startup web editor bulk] [--organizations 1000000]`: ratios against named rivals, on data it makes itself. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { organizations: { type: 'string', default: '1000000' } },
});
const wanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const launcher = join(project, 'cli/bin/carepost.js');

const stage = await setStage(Number(values.organizations));
try {
  if (wanted('list')) await listBench(stage);
  line();
  if (wanted('export')) await exportBench(stage, launcher);
  line();
  if (wanted('startup')) await startupBench(launcher, stage.cli);
  line();
  if (wanted('web')) await firstLoadBench(stage);
  line();
  if (wanted('editor')) await editorBench(stage);
  line();
  if (wanted('bulk')) await bulkBench(stage, launcher);
} finally {
  await stage.close();
}
