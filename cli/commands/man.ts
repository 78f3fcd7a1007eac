import { join } from 'node:path';
import { defineCommand, selectionFlag, outputFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { resources, topicNames } from '../program.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { commandPage, pageName, programPage, topicPage } from '../tree/manPage.ts';

/** All pages, from the same command tree as the help. */
const allPages = async () => {
  const [{ allCommands }, { topics }] = await Promise.all([import('../tree/catalogue.ts'), import('./help/topics.ts')]);
  const commands = (await allCommands()).filter(({ command }) => command.hidden !== true);
  const lines = commands.map(({ path, command }) => [path, command.summary] as const);
  return [
    { name: '', file: 'carepost.1', text: programPage(resources, lines, topicNames) },
    ...commands.map(({ path, command: one }) => ({
      name: path,
      file: `${pageName(path)}.1`,
      text: commandPage(one, path),
    })),
    ...topicNames.map((name) => ({ name, file: `${pageName(name)}.7`, text: topicPage(name, topics[name]()) })),
  ];
};

const onePage = async (args: readonly string[]) => {
  const pages = await allPages();
  const name = args.join(' ');
  const page = pages.find((candidate) => candidate.name === name);
  if (page !== undefined) return page;
  const known = pages.map((candidate) => candidate.name).filter(Boolean);
  throw new CliError('E-USAGE', `There is no page "${name}".${didYouMean(name, known)}`, {
    hint: 'Run: carepost man --list',
  });
};

export const command = defineCommand({
  name: 'man',
  summary: 'Print a manual page, or write all of them',
  description:
    'Manual pages in the format of man(1). To read one: carepost man orgs list | man -l -\nTo install them for man: carepost man --out-dir ~/.local/share/man/man1',
  arguments: [
    {
      name: '[words...]',
      summary: 'a command or a topic; without it the page of carepost itself',
      complete: 'commands',
    },
  ],
  options: [
    selectionFlag('--list', 'list the pages'),
    outputFlag('--out-dir <folder>', 'write every page into this folder', { complete: 'files' }),
  ],
  scalar: true,
  isStandalone: true,
  examples: ['orgs list', 'exit-codes', '--list', '--out-dir .'],
  async run(context, { list, outDir }, args) {
    if (list === true) return context.output.text((await allPages()).map(({ file }) => `${file}\n`).join(''));
    if (outDir === undefined) return context.output.text((await onePage(args)).text);
    if (args.length > 0)
      throw new CliError('E-USAGE', '--out-dir writes all pages; leave out the name of the command.');
    const { mkdir, writeFile } = await import('node:fs/promises');
    const pages = await allPages();
    await mkdir(outDir, { recursive: true });
    for (const { file, text } of pages) await writeFile(join(outDir, file), text);
    await context.output.text(`${pages.length} pages written to ${outDir}\n`);
  },
});
