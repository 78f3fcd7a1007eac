import { type Context, type Command, defineCommand, selectionFlag, outputFlag } from '../command.ts';
import type { BulkAction } from '../../shared/bulk/action.ts';
import { bulkActions } from '../../shared/bulk/actions/catalogue.ts';
import type { ApplyFlags } from '../bulk/applyPlan.ts';
import {
  overwriteOption,
  rateOptions,
  planOutOption,
  readOptions,
  reasonOptions,
  runOptions,
  selectOptions,
  whereOption,
} from '../bulk/bulkFlags.ts';
import { planFields } from '../bulk/planShow.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import { showList } from '../output/listing.ts';
import { type WriteFlags, confirmed } from '../records/confirmed.ts';
import { actionArgument, optionalAction, runCommands, sendsRows } from './bulk/runCommands.ts';

const actionFields = ['name', 'kind', 'summary', 'columns', 'naturalKey', 'undo', 'mails', 'calls'];

const actionRecord = ({ name, kind, summary, columns, naturalKey, undoes, mails, calls }: BulkAction) => ({
  name,
  kind,
  summary,
  columns: columns.map((column) => (column.required === true ? `${column.name}!` : column.name)),
  naturalKey,
  undo: undoes,
  mails: mails === true,
  calls: [...calls],
});

const fields = ['file', 'action', 'rows', 'warnings', 'checked'];

const approvalFields = [
  'id',
  'action',
  'rows',
  'sha256',
  'createdBy',
  'expiresAt',
  'approvedBy',
  'approvedAt',
  'runId',
];

/** Flags for reading a file, which do not apply to a stored plan. */
const readFlagNames = ['map', 'delimiter', 'encoding', 'rows', 'skipBlank', 'nullToken', 'unescapeFormulas'] as const;

/** Asks on the terminal for the action and the file of `bulk apply` that were left out. */
const askForRows = async (context: Context, action: string | undefined, file: string | undefined) => {
  const { askChoice, askText } = await import('../output/prompts.ts');
  return {
    name:
      action ??
      (await askChoice(
        context,
        'Action:',
        bulkActions.map(({ name, summary }) => ({ value: name, description: summary })),
      )),
    file: file ?? context.pathOf(await askText(context, 'CSV file:')),
  };
};

const bulkApply = defineCommand<ApplyFlags & { readonly plan?: string }>({
  name: 'apply',
  summary: 'Apply a plan, or plan a file and apply it after confirmation',
  description:
    'Each row is read again, recorded in the journal of the run, sent once, and its outcome recorded. Ctrl-C lets the rows in progress\nfinish; carepost bulk resume continues, also after a crash. results.csv and failed.csv are in the folder of the run.',
  arguments: [optionalAction],
  options: [
    selectionFlag('--plan <file>', 'the plan, from bulk plan --plan-out', { complete: 'files' }),
    ...readOptions,
    ...runOptions,
    overwriteOption,
  ],
  ...sendsRows,
  examples: [
    'orgs.update --file update.csv --yes',
    'orgs.update --file update.csv --dry-run --output ndjson',
    '--plan <plan> --yes --results-out results.csv --overwrite',
    'orgs.update --file update.csv --canary 1 --max-errors 5% --yes --reason "Ticket 4711"',
  ],
  async run(context, { plan, ...rest }, [nameArgument]) {
    const { name, ...flags } =
      plan === undefined && context.terminal.canPrompt
        ? { ...rest, ...(await askForRows(context, nameArgument, rest.file)) }
        : { ...rest, name: nameArgument };
    if (plan === undefined && (name === undefined || flags.file === undefined)) {
      throw new CliError('E-USAGE', 'Nothing to apply: use --plan, or an action and --file.');
    }
    if (plan !== undefined && (name !== undefined || flags.file !== undefined)) {
      throw new CliError('E-USAGE', 'Use either --plan, or an action and --file, not both.');
    }
    const { applyFileOf, applyStoredPlan } = await import('../bulk/applyPlan.ts');
    if (plan === undefined) return applyFileOf(context, name ?? '', flags.file ?? '', flags);
    const useless = readFlagNames.find((flag) => flags[flag] !== undefined);
    if (useless !== undefined)
      throw new CliError('E-USAGE', 'Flags that say how to read a file cannot be used with --plan.');
    return applyStoredPlan(context, plan, flags);
  },
});

/** `--file F` on a command about one record: `bulk apply <action> --file F`, with its plan, confirmation and result. */
export const applyFile = async (context: Context, action: string, options: object): Promise<Outcome | void> =>
  bulkApply.run(
    { ...context, command: bulkApply, output: context.output.with({ command: bulkApply, rows: {} }) },
    options,
    [action],
  );

export const commands: readonly Command[] = [
  defineCommand({
    name: 'actions',
    summary: 'List the bulk actions with their columns, kind and undo',
    description: 'A column with ! must be filled in. carepost bulk template <action> makes a file to start from.',
    takes: ['rows'],
    fields: { all: actionFields, table: ['name', 'kind', 'summary', 'undo'], id: 'name' },
    examples: ['', "--where 'kind=toggle' --output json"],
    run: async (context) => showList(context, bulkActions.map(actionRecord)),
  }),
  defineCommand({
    name: 'template',
    summary: 'Print a file to start from: header, two example rows and a description of the columns',
    description:
      'It validates as it is. With --filled the rows have the current values of the server, so that only the cells that you change are sent.',
    arguments: [actionArgument],
    options: [
      selectionFlag('--filled', 'rows with the current values instead of examples'),
      whereOption,
      outputFlag('--out <file>', 'write this file instead of standard output', { complete: 'files' }),
      overwriteOption,
      ...rateOptions,
    ],
    scalar: true,
    calls: 'all',
    examples: [
      "orgs.update --filled --where 'name=<name>' --rate 50",
      'orgs.create',
      'oids.add --out oids.csv --overwrite && cat oids.csv',
    ],
    run: async (context, flags, [name = '']) =>
      (await import('../bulk/planCommands.ts')).printTemplate(context, name, flags),
  }),
  defineCommand({
    name: 'validate',
    summary: 'Check all rows of a file, first offline, then against the server; nothing is changed',
    description:
      'Reports all problems, not only the first: exit 7, the first 20 problems here, all of them in validation.csv (in the state\nfolder; the message names it). Without --offline the rows are then compared with the server, which only reads.',
    arguments: [actionArgument],
    options: [
      // Without a file there is nothing to check.
      ...readOptions.map((spec) => (spec.flags === '--file <file>' ? { ...spec, required: true as const } : spec)),
      selectionFlag('--offline', 'ask the server nothing'),
      ...rateOptions,
    ],
    takes: ['record'],
    fields,
    calls: 'all',
    examples: [
      'orgs.update --file update.csv --rate 50',
      'orgs.update --file update.csv --offline',
      'cat update.csv | carepost bulk validate orgs.update --file - --offline --output json',
    ],
    run: async (context, flags, [name = '']) =>
      (await import('../bulk/planCommands.ts')).validateFile(context, name, flags),
  }),
  defineCommand({
    name: 'plan',
    summary: 'Preview the changes of a file or a selection, cell by cell; nothing is sent',
    description:
      'Reads the current records and prints the cells that differ, then counts, effects outside carepost, calls and minutes.\nA table shows the first 20 cells, the other formats show all. A plan saved with --plan-out is valid for 24 hours and for one apply.',
    arguments: [actionArgument],
    options: [
      ...readOptions,
      ...selectOptions,
      ...rateOptions,
      ...reasonOptions,
      planOutOption,
      overwriteOption,
      outputFlag('--detailed-exitcode', 'exit 10 where something would change'),
    ],
    takes: ['record'],
    fields: planFields,
    calls: 'all',
    exits: ['changes'],
    examples: [
      'orgs.update --file update.csv --rate 50',
      'orgs.update --file update.csv --rate 50 --plan-out plan.json --overwrite',
      "orgs.login --select --where 'name=<name>' --set enabled=false --rate 50",
      'orgs.update --file update.csv --rate 50 --output ndjson',
    ],
    run: async (context, flags, [name = '']) =>
      (await import('../bulk/planCommands.ts')).planRows(context, name, flags),
  }),
  defineCommand<WriteFlags>({
    name: 'approve',
    summary: "Approve another administrator's plan, so that it can be applied on a protected profile",
    description:
      'Shows the changes and the author of the plan, asks for confirmation, and stores your approval of exactly this plan on the server.\nYou cannot approve a plan that you made or apply yourself; an altered, expired or used plan is refused.',
    arguments: [{ name: '<plan>', summary: 'file of the plan: bulk plan --plan-out' }],
    takes: ['write', 'record'],
    fields: approvalFields,
    calls: ['bulkplans.approve'],
    examples: ['<plan> --yes', '<plan> --yes --reason "Checked with the network" --output json'],
    async run(context, flags, [path = '']) {
      const [{ openStoredPlan }, { changedRows, notePlan }, { rowsText }] = await Promise.all([
        import('../bulk/applyPlan.ts'),
        import('../bulk/planShow.ts'),
        import('../bulk/runManifest.ts'),
      ]);
      const { plan } = await openStoredPlan(context, path);
      const { head, foot } = plan;
      const { createdBy, createdAt, expiresAt, action, reason, ticket } = head;
      notePlan(context, plan, 0);
      const notes = [
        `made by ${createdBy.name} (${createdBy.subject}) at ${createdAt}, good until ${expiresAt}`,
        ...(reason === undefined ? [] : [`reason: ${reason}`]),
        ...(ticket === undefined ? [] : [`ticket: ${ticket}`]),
      ];
      for (const note of notes) context.terminal.note(note);
      const client = await context.client();
      const title = `Approve ${action} for ${rowsText(changedRows(foot))}, made by ${createdBy.name}`;
      const sending = await confirmed(context, title, flags);
      const body = { sha256: foot.sha256, action, rows: foot.rows, createdBy: createdBy.subject, expiresAt };
      const approved = await client.bulkplans.approve({ params: { planId: head.id }, body }, sending);
      context.terminal.note('The plan is approved and can be applied once: carepost bulk apply --plan.');
      await context.output.record({ ...approved, approvedBy: approved.approvedBy?.name ?? null });
    },
  }),
  bulkApply,
  ...runCommands,
];
