import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bulkBench } from './bulkBench.ts';
import { diagnosticsBench } from './diagnosticsBench.ts';
import { directoryBench } from './directoryBench.ts';
import { editorBench } from './editorBench.ts';
import { exchangeBench } from './exchangeBench.ts';
import { exportBench } from './exportBench.ts';
import { findBench } from './findBench.ts';
import { firstLoadBench } from './firstLoadBench.ts';
import { gridBench, inspectorBench } from './inspectorBench.ts';
import { listBench } from './listBench.ts';
import { line } from './measure.ts';
import { platformBench } from './platformBench.ts';
import { project, setStage, type Setup } from './setup.ts';
import { startupBench } from './startupBench.ts';

const launcher = join(project, 'cli/bin/carepost.js');

const benches: Readonly<Record<string, (setup: Setup) => Promise<unknown>>> = {
  list: listBench,
  export: (setup) => exportBench(setup, launcher),
  startup: (setup) => startupBench(launcher, setup.cli),
  web: firstLoadBench,
  editor: editorBench,
  bulk: (setup) => bulkBench(setup, launcher),
  exchange: exchangeBench,
  diagnostics: diagnosticsBench,
  inspector: async (setup) => {
    await inspectorBench(setup);
    await gridBench(setup);
  },
  find: findBench,
  directory: directoryBench,
  platform: platformBench,
};
/** Only these are slower or faster with messages there; the others need not wait until they are made. */
const looksAtMessages = (name: string) => ['exchange', 'diagnostics', 'inspector', 'find'].includes(name);

const usage = `npm run bench -- [names] [--organizations 1000000] [--messages 1000000] [--data folder]
Ratios against named rivals, on data it makes itself. Names (all of them unless some are given):
  ${Object.keys(benches).join(' ')}
platform fills up to 100,000 users, of which 1,000,000 organizations alone have more: --organizations 200000.
--messages counts for exchange, diagnostics, inspector and find only. --data keeps the database in a folder for the next run.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    organizations: { type: 'string', default: '1000000' },
    messages: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
const expected = Object.entries(benches).filter(([name]) => positionals.length === 0 || positionals.includes(name));

if (values.help) process.stdout.write(usage);
else if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}.\n\n${usage}`);
  process.exitCode = 2;
} else {
  const messages = expected.some(([name]) => looksAtMessages(name)) ? Number(values.messages) : 0;
  const setup = await setStage({ organizations: Number(values.organizations), messages, data: values.data });
  try {
    for (const [, bench] of expected) {
      await bench(setup);
      line();
    }
  } finally {
    await setup.close();
  }
}
