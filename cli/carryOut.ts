import type { Context, Command } from './command.ts';
import { Readable } from 'node:stream';
import { ApiError } from '../shared/client/apiError.ts';
import { CliError, toCliError } from './errors.ts';
import type { ExitName, Outcome } from './exits.ts';
import { checkArguments, hasMissing } from './tree/arguments.ts';
import { attributeOf, longName } from './tree/exportFlags.ts';
import { detailWithFlag } from './tree/flagFields.ts';

/** The file of many rows that replaces one record. */
const bulkFileOf = async (command: Command, { file }: Record<string, unknown>): Promise<string | undefined> => {
  if (command.fileAction === undefined || typeof file !== 'string') return undefined;
  const ownFile = command.options?.some(({ flags }) => flags.startsWith('--file ')) === true;
  if (!ownFile) return file;
  const { isTable } = await import('./records/inputFiles.ts');
  return (await isTable(file)) ? file : undefined;
};

/** A bulk change of the records whose ids are on standard input, a line each: `orgs activate -`. */
const takesIds = ({ arguments: specs = [], fileAction }: Command, args: readonly string[]): boolean =>
  fileAction !== undefined && specs.length === 1 && specs[0]?.record !== undefined && args[0] === '-';

/** The ids on standard input as the CSV file of a bulk action. */
const withIdsAsFile = (context: Context): Context => {
  async function* csv() {
    yield Buffer.from('id\n');
    yield* context.io.stdin;
  }
  return { ...context, io: { ...context.io, stdin: Readable.from(csv()) } };
};

/** Checks the ids that flags have, before any call. */
const checkFlags = async ({ options: specs = [] }: Command, options: Record<string, unknown>): Promise<void> => {
  for (const spec of specs) {
    const value = options[attributeOf(longName(spec))];
    if (spec.record === undefined || typeof value !== 'string') continue;
    const { checkedId } = await import('./records/recordErrors.ts');
    checkedId(spec.record, value, longName(spec));
  }
};

/** Runs the command; a second time where no record has an id of the command line, but one has it as its name. */
const runByIdOrName = async (
  context: Context,
  options: Record<string, unknown>,
  args: readonly string[],
): Promise<Outcome | void> => {
  const { command } = context;
  try {
    return await command.run({ ...context, args }, options, args);
  } catch (error) {
    const isMissing =
      (error instanceof ApiError || error instanceof CliError) && toCliError(error).exit === 'not-found';
    if (!isMissing || command.arguments?.some(({ record }) => record?.named !== undefined) !== true) throw error;
    const { namesLikeIds } = await import('./records/recordNames.ts');
    const ids = await namesLikeIds(context, args).catch((thrown: unknown) => {
      throw thrown instanceof CliError && thrown.code === 'E-NAME-AMBIGUOUS' ? thrown : error;
    });
    if (ids === undefined) throw error;
    return command.run({ ...context, args: ids }, options, ids);
  }
};

/** Runs the command for the record that its arguments or flags name; a generic error about an id is explained. */
const runForRecord = async (
  context: Context,
  options: Record<string, unknown>,
  args: readonly string[],
): Promise<Outcome | void> => {
  const { command } = context;
  const named = checkArguments(command, options, args, false);
  let all = args;
  try {
    await checkFlags(command, options);
    if (named !== undefined) {
      const { organizationNamed } = await import('./records/organizationLookup.ts');
      all = args.toSpliced(named.at, 0, await organizationNamed(context, named));
    }
    if (command.arguments?.some(({ record }) => record !== undefined) === true) {
      const { recordIds } = await import('./records/recordNames.ts');
      all = await recordIds(context, all);
    }
    return await runByIdOrName(context, options, all);
  } catch (error) {
    if (command.arguments?.some(({ record }) => record !== undefined) !== true) throw error;
    const { explainError } = await import('./records/organizationLookup.ts');
    throw await explainError({ ...context, args: all }, error);
  }
};

/** Exits of refusals that name fields of the request. */
const namesFields = new Set<ExitName>(['invalid', 'conflict', 'not-found']);

/** The commands that list what a field may name. */
const listsOfFields: Readonly<Record<string, string>> = {
  brandId: 'brands list',
  brandName: 'brands list',
  enabledFeatures: 'features list',
  networkDbId: 'networks list',
  organizationId: 'orgs list',
  planId: 'plans list',
  providerId: 'sources list',
  resellerId: 'resellers list',
  specialtyId: 'orgs specialties',
  typeId: 'orgs types',
};

/** Names the list of each field that points at a record that does not exist. */
const withLists = (error: CliError): CliError => {
  if (error.code !== 'E-ORG-REFERENCE') return error;
  const lists = error.details.flatMap((text) => {
    const [, field = ''] = /^(?:field: )?(?:\w+\.)*(\w+)(?=: |$)/.exec(text) ?? [];
    return Object.hasOwn(listsOfFields, field) ? `carepost ${listsOfFields[field]}` : [];
  });
  return lists.length === 0 ? error : error.with({ hint: `Run: ${[...new Set(lists)].join(' or ')}` });
};

/** The error in terms of the command: its flags in the place of the fields of the request, and the way out without the role. */
const inTermsOf = (
  { options = [], forbiddenHint }: Command,
  flags: Record<string, unknown>,
  thrown: unknown,
): unknown => {
  if (!(thrown instanceof ApiError || thrown instanceof CliError)) return thrown;
  const error = withLists(toCliError(thrown));
  if (error.code === 'E-FORBIDDEN' && forbiddenHint !== undefined) return error.with({ hint: forbiddenHint });
  if (!namesFields.has(error.exit)) return thrown;
  return error.with({ details: error.details.map((text) => detailWithFlag(options, flags, text)) });
};

/** Runs the command; its errors name what the command line has. */
export const carryOut = async (context: Context, flags: Record<string, unknown>): Promise<Outcome | void> =>
  carryOutPlainly(context, flags).catch((thrown: unknown) => {
    throw inTermsOf(context.command, flags, thrown);
  });

/** Runs the command: for the record that its arguments or flags name, for the rows of a file, or for the ids on standard input. */
const carryOutPlainly = async (context: Context, flags: Record<string, unknown>): Promise<Outcome | void> => {
  const { command } = context;
  const isIds = takesIds(command, context.args);
  const file = isIds ? '-' : await bulkFileOf(command, flags);
  if (file !== undefined) {
    checkArguments(command, flags, isIds ? context.args.slice(1) : context.args, true);
    const { applyFile } = await import('./commands/bulk.ts');
    const bulk = { ...flags, file, implied: command.fileImplies };
    return applyFile(isIds ? withIdsAsFile(context) : context, command.fileAction ?? '', bulk);
  }
  const isMissing = hasMissing(command, flags, context.args);
  const { args, options } =
    isMissing && context.terminal.canPrompt
      ? await (await import('./tree/askForMissing.ts')).askForMissing(context, flags)
      : { args: context.args, options: flags };
  return runForRecord(context, options, args);
};
