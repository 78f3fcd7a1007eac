import type { Reporter, TestModule } from 'vitest/node';

const listed = 10;

/** Prints the ten slowest files of each project at the end of a run, with their imports, hooks and tests. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(testModules: readonly TestModule[]): void {
    if (testModules.length <= listed) return;
    const projects = Map.groupBy(testModules, ({ project }) => project.name);
    for (const [name, modules] of projects) {
      const files = modules
        .map((module) => ({ name: module.relativeModuleId, seconds: secondsOf(module) }))
        .sort((a, b) => b.seconds - a.seconds);
      const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
      const lines = files.slice(0, listed).map((file) => `${file.seconds.toFixed(1).padStart(8)} s  ${file.name}`);
      process.stdout.write(`\nSlowest of ${files.length} files (${name}, ${total.toFixed(0)} s in all)\n`);
      process.stdout.write(`${lines.join('\n')}\n`);
    }
  }
}

const secondsOf = (module: TestModule): number => {
  const { collectDuration, duration, prepareDuration, setupDuration } = module.diagnostic();
  return (collectDuration + duration + prepareDuration + setupDuration) / 1000;
};
