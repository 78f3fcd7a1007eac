import manifest from './package.json' with { type: 'json' };

const argv = process.argv.slice(2);

// The commonest questions of scripts and shells answer without loading the rest.
if (argv.length === 0 || (argv.length === 1 && (argv[0] === '--help' || argv[0] === '-h'))) {
  const [{ nouns, topicNames }, { programHelp }] = await Promise.all([
    import('./program.ts'),
    import('./tree/rootHelp.ts'),
  ]);
  process.stdout.write(programHelp(nouns, topicNames));
} else if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`${manifest.version}\n`);
} else if (argv[0] === '__complete') {
  const { complete } = await import('./complete.ts');
  await complete(argv.slice(1));
} else {
  const { run } = await import('./run.ts');
  await run(argv, manifest.version);
}
