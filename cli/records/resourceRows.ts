import type { Current } from '../../shared/bulk/action.ts';
import { type OneRowEnd, writeRow } from '../bulk/writeRow.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { isRecord, type Row, valueAt } from '../output/fields.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import type { Resource } from './resource.ts';
import { type FieldValue, pathsIn } from './setFields.ts';
import type { WriteFlags } from './writeFlags.ts';

/** The record as it stands at the end: as the server answered, else as it was read. */
export const recordOf = ({ after, answer, found }: OneRowEnd): Row =>
  after?.record ?? (isRecord(answer) ? answer : (found?.record ?? {}));

/** What a question calls the record. */
export const nameOf = (found: Current | undefined, id: string): string => found?.name ?? id;

const actionOf = (resource: Resource, deed: 'create' | 'update'): string => resource.actions?.[deed] ?? '';

interface Changing {
  readonly id: string;
  readonly set: readonly FieldValue[];
  readonly flags: WriteFlags;
  /** The record as it was when somebody began to edit it. */
  readonly loaded?: Row;
}

/** Changes fields of one record as a run of one row of its bulk action. */
export const updateRow = (context: Context, resource: Resource, { id, set, flags, loaded }: Changing): Promise<void> =>
  writeRow(context, {
    action: actionOf(resource, 'update'),
    values: { id },
    set,
    ...(loaded === undefined ? {} : { loaded }),
    flags,
    deed: (found) => `Change the ${resource.one} ${nameOf(found, id)}`,
    unchanged: () => 'Nothing differs; nothing was sent.',
    done: resource.texts.updated,
    show: recordOf,
  });

/** What is given for a new record; nulls say that nothing is. */
export const givenFields = (resource: Pick<Resource, 'settable' | 'kept'>, body: Row): FieldValue[] => {
  const paths = pathsIn(body, resource.settable);
  const unknown = paths.filter((path) => !Object.hasOwn(resource.settable, path) && !resource.kept?.includes(path));
  const [first] = unknown;
  if (first !== undefined) {
    const message = `"${first}" is no field that can be set.${didYouMean(first, Object.keys(resource.settable))}`;
    throw new CliError('E-USAGE', message, { exit: 'invalid', hint: 'Correct the fields.' });
  }
  return paths
    .filter((path) => Object.hasOwn(resource.settable, path))
    .map((path) => ({ path, value: valueAt(body, path) }))
    .filter(({ value }) => value !== null && value !== undefined && value !== '');
};

/** Adds one record as a run of one row of its bulk action. */
export const createRow = (
  context: Context,
  resource: Resource,
  { body, flags }: { readonly body: Row; readonly flags: WriteFlags },
): Promise<void> => {
  const name = typeof body['name'] === 'string' ? ` ${body['name']}` : '';
  return writeRow(context, {
    action: actionOf(resource, 'create'),
    values: {},
    set: givenFields(resource, body),
    flags,
    deed: () => `Add the ${resource.one}${name}`,
    unchanged: () => `The ${resource.one}${name} is there already, with these fields; nothing was sent.`,
    done: resource.texts.created,
    show: recordOf,
  });
};
