import type { Io } from './io.ts';
import manifest from './package.json' with { type: 'json' };

/**
 * Runs the arguments after `carepost` and returns the exit code (exits.ts). The most frequent calls of scripts and shells
 * are answered without loading the rest.
 */
export const run = async (argv: readonly string[], io: Io): Promise<number> => {
  const [first, ...rest] = argv;
  const isAlone = rest.length === 0;
  if (first === undefined || (isAlone && (first === '--help' || first === '-h'))) {
    const [{ resources, topicNames }, { programHelp, wrapHelp }] = await Promise.all([
      import('./program.ts'),
      import('./tree/programHelp.ts'),
    ]);
    io.stdout.write(wrapHelp(programHelp(resources, topicNames), io.stdout));
    return 0;
  }
  if (isAlone && (first === '--version' || first === '-V')) {
    io.stdout.write(`${manifest.version}\n`);
    return 0;
  }
  if (first === '__complete') {
    const { complete } = await import('./complete.ts');
    io.stdout.write(await complete(rest, io));
    return 0;
  }
  const { runCommand } = await import('./runCommand.ts');
  return runCommand(argv, manifest.version, io);
};
