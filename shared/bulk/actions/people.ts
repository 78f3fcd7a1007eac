import type { Person, PersonItem } from '../../contract/peopleSchemas.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import { isJobTitle } from '../../rules/jobTitles.ts';
import type { CellProblem } from '../problems.ts';
import { changesBetween, type Values } from '../values.ts';
import { guarded, idOf, idProblems, ifThere, nothingKnown, scanPages, textOf } from './targets.ts';
import {
  bodyOf,
  broken,
  byUserId,
  checkDeletion,
  checkEnabled,
  checkNewUserName,
  checkOwnUserName,
  ownAccountProblems,
  detailColumns,
  enabledColumn,
  expectedUserName,
  fieldCells,
  ownSignIn,
  nameColumns,
  newCells,
  required,
  roleColumn,
  takenName,
  userColumn,
  userCurrent,
  userNameOf,
  userFieldProblems,
} from './userRows.ts';
import { disabled, endedCells, mailIsOut, type OneWay, oneWay, twoFactor, withoutPassword } from './usersOneWay.ts';

/** Actions on the people of the organization that the caller works in. */

const readPerson = (id: string, { client, options }: RowContext): Promise<Person | undefined> =>
  ifThere(client.people.get({ params: { id } }, { ...options, fresh: true }));

const personItems = ({ client, options }: RowContext, keep: (person: Readonly<Record<string, unknown>>) => boolean) =>
  scanPages<PersonItem>(keep, ({ pageNumber: page, pageSize: size }) =>
    client.people.list({ query: { page, size } }, options),
  );

/** The person with this name. The list searches for parts of words. */
const findByUserName = async (userName: string, context: RowContext): Promise<Person | undefined> => {
  const { client, options } = context;
  const { items } = await client.people.list({ query: { search: userName, size: 1000 } }, { ...options, fresh: true });
  const match = items.find((person) => person.userName.toLowerCase() === userName);
  return match && readPerson(match.id, context);
};

/** A scan over people whose fields in the list are all that the action needs. */
const scanPeople = (valuesOf: (person: PersonItem) => Values) =>
  ({
    scans: 'people.list',
    async *scan(context, keep) {
      for await (const person of personItems(context, keep))
        yield { id: person.id, name: person.userName, values: valuesOf(person), record: person };
    },
    keyCells: ({ id }) => ({ id }),
  }) as const satisfies Partial<BulkAction>;

/** A scan over people, each of whom is read; those who leave in the meantime are left out. */
const scanEach = (currentOf: (person: Person, context: RowContext) => Promise<Current> | Current) =>
  ({
    scans: 'people.list',
    async *scan(context, keep) {
      for await (const { id } of personItems(context, keep)) {
        const person = await readPerson(id, context);
        if (person !== undefined) yield currentOf(person, context);
      }
    },
    keyCells: ({ id }) => ({ id }),
  }) as const satisfies Partial<BulkAction>;

/** A job title that is not one of the list; one that platform administrators entered may stay. */
const jobTitleProblems = (values: Values, current?: Current): CellProblem[] => {
  const title = textOf(values, 'job_title');
  if (title === '' || isJobTitle(title) || title === current?.values['job_title']) return [];
  return [broken('job_title', `"${title}" is not one of: carepost people jobs.`)];
};

const peopleCreate: BulkAction = {
  name: 'people.create',
  summary: 'Invite people into the own organization; each gets a mail to create the password',
  kind: 'create',
  columns: [...required(nameColumns), roleColumn, ...detailColumns],
  naturalKey: 'user_name',
  undoes: 'removes the person, unless it was changed since',
  mails: true,
  calls: ['people.list', 'people.get', 'people.create'],
  keyOf: userNameOf,
  lockOf: userNameOf,
  problems: (values) => [...userFieldProblems(values), ...jobTitleProblems(values)],

  async read(values, context) {
    const person = await findByUserName(userNameOf(values), context);
    return person && userCurrent(person);
  },

  /** A person who exists with the values of the row was invited by an earlier attempt. */
  async check(values, current) {
    if (current === undefined || changesBetween(current.values, newCells(values)).length === 0) return [];
    return [takenName(values)];
  },

  desired: newCells,
  consequences: (_values, current) => (current === undefined ? [{ kind: 'password-mail', count: 1 }] : []),

  async write(values, _current, _changes, { client, options }) {
    const body = bodyOf(newCells(values)) as Parameters<typeof client.people.create>[0]['body'];
    return userCurrent(await client.people.create({ body }, options));
  },

  reverse: ({ id, after }) =>
    after === undefined
      ? { cannot: 'The id of the invited person is not known.' }
      : { action: 'people.delete', values: { id, expected_user_name: after.values['user_name'] ?? null } },
};

const peopleUpdate: BulkAction = {
  ...byUserId,
  ...scanEach((person) => userCurrent(person)),
  name: 'people.update',
  summary: 'Change the fields of people of the own organization',
  kind: 'update',
  columns: [userColumn(), ...nameColumns, roleColumn, ...detailColumns],
  naturalKey: 'id',
  undoes: 'restores the former cells',
  calls: ['profile.get', 'people.list', 'people.get', 'people.update'],
  problems: (values) => [...idProblems(values, ['id']), ...userFieldProblems(values)],

  async read(values, context) {
    const person = await readPerson(idOf(values), context);
    return person && userCurrent(person);
  },

  check: async (values, current, context) => [
    ...jobTitleProblems(values, current),
    ...(await checkNewUserName(values, current, () => findByUserName(userNameOf(values), context))),
    ...(values['role'] === undefined || values['role'] === current?.values['role']
      ? await checkOwnUserName(values, current, context)
      : await ownAccountProblems(values, context)),
  ],

  desired: fieldCells,

  async write(values, current, changes, { client, options }) {
    const cells = Object.fromEntries(changes.map(({ column, after }) => [column, after]));
    const params = { id: idOf(values) };
    return userCurrent(await client.people.update({ params, body: bodyOf(cells) }, guarded(options, current)));
  },

  reverse: ({ values, id, before }) =>
    before === undefined
      ? nothingKnown
      : {
          action: 'people.update',
          values: {
            id,
            ...Object.fromEntries(
              Object.keys(fieldCells(values)).map((column) => [column, before.values[column] ?? null]),
            ),
          },
        },
};

const peopleEnable: BulkAction = {
  ...byUserId,
  ...scanPeople(({ isEnabled }) => ({ enabled: isEnabled })),
  name: 'people.enable',
  summary: 'Set whether people of the own organization can sign in; disabling ends their sessions',
  kind: 'update',
  columns: [userColumn(), enabledColumn('whether the person can sign in')],
  naturalKey: 'id',
  undoes: 'restores the former value; sessions stay ended',
  calls: ['profile.get', 'people.list', 'people.get', 'people.enable'],

  async read(values, context) {
    const person = await readPerson(idOf(values), context);
    return person && { ...userCurrent(person), values: { enabled: person.isEnabled } };
  },

  check: checkEnabled,
  desired: ({ enabled = null }) => ({ enabled }),
  consequences: (_values, _current, changes) =>
    changes.some(({ after }) => after === false) ? [{ kind: 'users-disabled', count: 1 }] : [],

  async write(values, current, _changes, { client, options }) {
    const input = { params: { id: idOf(values) }, query: { enable: values['enabled'] === true ? 'true' : 'false' } };
    const person = await client.people.enable(input, guarded(options, current));
    return { ...userCurrent(person), values: { enabled: person.isEnabled } };
  },

  reverse: ({ id, before }) =>
    before === undefined
      ? nothingKnown
      : { action: 'people.enable', values: { id, enabled: before.values['enabled'] ?? null } },
};

const peopleDelete: BulkAction = {
  ...byUserId,
  ...scanPeople(() => ({})),
  keyCells: ({ id, name }) => ({ id, expected_user_name: name }),
  name: 'people.delete',
  summary: 'Remove people from the own organization; accounts without another organization are deleted',
  kind: 'delete',
  columns: [userColumn(), expectedUserName],
  naturalKey: 'id',
  undoes: null,
  calls: ['profile.get', 'people.list', 'people.get', 'people.delete'],

  async read(values, context) {
    const person = await readPerson(idOf(values), context);
    return person && userCurrent(person);
  },

  check: checkDeletion,
  desired: () => null,

  async write(values, current, _changes, { client, options }) {
    await client.people.delete({ params: { id: idOf(values) } }, guarded(options, current));
    return undefined;
  },

  reverse: () => ({ cannot: 'The sign-in of a removed person cannot be restored.' }),
};

const personOneWay = (spec: OneWay): BulkAction => ({
  ...oneWay(spec),
  ...scanPeople((person) => endedCells(spec, person)),
  calls: [...(spec.ownRefusal ? (['profile.get'] as const) : []), 'people.list', 'people.get', spec.call],

  async read(values, context) {
    const person = await readPerson(idOf(values), context);
    return person && { ...userCurrent(person), values: endedCells(spec, person) };
  },
});

const oneWayActions = [
  personOneWay({
    name: 'people.reset-password',
    summary: 'Mail people of the own organization a link to choose a new password',
    call: 'users.resetPassword',
    consequence: 'password-mail',
    cannotUndo: mailIsOut,
    refusal: withoutPassword,
    ownRefusal: ownSignIn,
    send: (client, id, options) => client.users.resetPassword({ body: { id } }, options),
  }),
  personOneWay({
    name: 'people.resend-invitation',
    summary: 'Mail people who have no password yet the link to create it again',
    call: 'users.resendInvitation',
    consequence: 'password-mail',
    cannotUndo: mailIsOut,
    refusal: (person) => (person.hasPassword ? 'E-USER-HAS-PASSWORD' : disabled(person)),
    ownRefusal: ownSignIn,
    send: (client, id, options) => client.users.resendInvitation({ body: { id } }, options),
  }),
  personOneWay({
    name: 'people.2fa-reset',
    summary: 'Turn the one-time codes of people of the own organization off',
    call: 'people.resetTwoFactor',
    ends: twoFactor,
    cannotUndo: 'Only the person can set up an authenticator app again.',
    ownRefusal: ownSignIn,
    send: async (client, id, options) => {
      await client.people.resetTwoFactor({ params: { id } }, options);
      return { id, hasTwoFactor: false };
    },
  }),
];

interface Assigned {
  readonly ids: readonly string[];
  readonly version: number;
}

interface Assignment {
  readonly name: string;
  readonly summary: string;
  readonly column: Pick<Column, 'name' | 'summary' | 'field'>;
  readonly calls: BulkAction['calls'];
  readonly load: (context: RowContext, id: string) => Promise<Assigned | undefined>;
  readonly send: (
    context: RowContext,
    member: { readonly id: string; readonly organizationId: string },
    ids: readonly string[],
    version: number | undefined,
  ) => Promise<Assigned>;
}

const listOf = (values: Values, column: string): readonly string[] => {
  const value = values[column];
  return Array.isArray(value) ? (value as readonly string[]) : [];
};

/** Writes the whole list of what a person is assigned to. */
const assignment = ({ name, summary, column, calls, load, send }: Assignment): BulkAction => {
  const currentOf = async (person: Person, context: RowContext): Promise<Current> => {
    const { ids = [], version = person.version } = (await load(context, person.id)) ?? {};
    return { ...userCurrent(person), version, values: { [column.name]: ids.length === 0 ? null : ids } };
  };
  return {
    ...byUserId,
    ...scanEach(currentOf),
    name,
    summary,
    kind: 'update',
    columns: [
      userColumn(),
      {
        ...column,
        kind: 'list',
        maxLength: 36,
        examples: ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55|018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c56', '\\N'],
      },
    ],
    naturalKey: 'id',
    undoes: 'restores the former list',
    calls: ['people.list', 'people.get', ...calls],

    async read(values, context) {
      const person = await readPerson(idOf(values), context);
      return person && currentOf(person, context);
    },

    desired: (values) => (column.name in values ? { [column.name]: values[column.name] ?? null } : {}),

    async write(values, current, _changes, context) {
      const record = current?.record as Person | undefined;
      const member = { id: idOf(values), organizationId: record?.organizationId ?? '' };
      const { ids, version } = await send(context, member, listOf(values, column.name), current?.version);
      return {
        id: member.id,
        name: current?.name ?? member.id,
        version,
        values: { [column.name]: ids.length === 0 ? null : ids },
        record: { id: member.id, [column.field ?? column.name]: ids, version },
      };
    },

    reverse: ({ id, before }) =>
      before === undefined
        ? nothingKnown
        : { action: name, values: { id, [column.name]: before.values[column.name] ?? null } },
  };
};

const assignmentActions = [
  assignment({
    name: 'people.sources',
    summary: 'Choose the document sources that people of the own organization receive from',
    column: {
      name: 'document_source_ids',
      field: 'documentSourceIds',
      summary: 'ids of the document sources, the whole list; \\N for none',
    },
    calls: ['people.documentSources', 'people.setDocumentSources'],
    async load({ client, options }, id) {
      const found = await ifThere(client.people.documentSources({ params: { id } }, { ...options, fresh: true }));
      return found && { ids: found.items.map((item) => item.documentSourceId), version: found.version };
    },
    async send({ client, options }, { id, organizationId }, ids, version) {
      const assignments = ids.map((documentSourceId) => ({ organizationId, documentSourceId }));
      const saved = await client.people.setDocumentSources({ params: { id }, body: { assignments, version } }, options);
      return { ids: saved.items.map((item) => item.documentSourceId), version: saved.version };
    },
  }),
  assignment({
    name: 'people.rules',
    summary: 'Choose the intake rules whose documents people of the own organization get',
    column: {
      name: 'intake_rule_ids',
      field: 'intakeRuleIds',
      summary: 'ids of the intake rules, the whole list; \\N for none',
    },
    calls: ['people.rules', 'people.setRules'],
    async load({ client, options }, id) {
      const found = await ifThere(client.people.rules({ params: { id } }, { ...options, fresh: true }));
      return found && { ids: found.items.map((item) => item.intakeRuleId), version: found.version };
    },
    async send({ client, options }, { id, organizationId }, ids, version) {
      const assignments = ids.map((intakeRuleId) => ({ organizationId, intakeRuleId }));
      const saved = await client.people.setRules({ params: { id }, body: { assignments, version } }, options);
      return { ids: saved.items.map((item) => item.intakeRuleId), version: saved.version };
    },
  }),
];

export const peopleActions: readonly BulkAction[] = [
  peopleCreate,
  peopleUpdate,
  peopleEnable,
  peopleDelete,
  ...oneWayActions,
  ...assignmentActions,
].map((action) => ({ ...action, isUnclaimed: true }));
