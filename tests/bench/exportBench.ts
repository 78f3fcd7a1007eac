import { statSync } from 'node:fs';
import { join } from 'node:path';
import { organizationsReport } from '../../server/areas/reports/organizationsReport.ts';
import { line, memoryNow, peakMemory, resetPeak, rounded, run, summary } from './measure.ts';
import { project, type Setup } from './setup.ts';

const rounds = 3;

/** The whole way from the database through server and command line into a checked file, against COPY straight into a file. */
export const exportBench = async (setup: Setup, launcher: string) => {
  line(
    `Export of the organizations report, ${setup.organizations.toLocaleString('en')} rows (${rounds} interleaved rounds)`,
  );
  const times = { rival: [] as number[], ours: [] as number[] };
  let cliPeak = 0;
  let size = 0;
  resetPeak(setup.serverPid);
  const before = memoryNow(setup.serverPid);
  for (let round = 0; round < rounds; round += 1) {
    const rivalFile = join(setup.folder, `rival-${round}.csv`);
    const rival = await run(process.execPath, [join(project, 'tests/bench/copyRival.ts'), rivalFile], {
      DATABASE_URL: setup.databaseUrl,
      COPY_SELECT: organizationsReport.plainSelect,
    });
    if (rival.code !== 0) throw new Error(rival.stderr);
    times.rival.push(rival.ms);
    const file = join(setup.folder, `ours-${round}.csv`);
    const ours = await run(
      process.execPath,
      [launcher, 'reports', 'export', 'organizations', '--out', file],
      setup.cli,
    );
    if (ours.code !== 0) throw new Error(ours.stderr);
    times.ours.push(ours.ms);
    cliPeak = Math.max(cliPeak, ours.peakMb);
    size = statSync(file).size;
  }
  const rivalMs = summary(times.rival).median;
  const oursMs = summary(times.ours).median;
  line(`  COPY into a file   ${rounded(rivalMs / 1000, 2)} s`);
  line(
    `  carepost           ${rounded(oursMs / 1000, 2)} s, ${rounded(size / 1e6, 0)} MB   ${rounded(oursMs / rivalMs, 2)} x (goal 1.5 x)`,
  );
  line(`  server             grew by ${rounded(peakMemory(setup.serverPid) - before, 0)} MB at its peak (goal 60 MB)`);
  line(`  command line       ${rounded(cliPeak, 0)} MB at its peak (goal 160 MB)`);
};
