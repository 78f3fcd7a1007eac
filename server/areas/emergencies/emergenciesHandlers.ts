import { isDeepStrictEqual } from 'node:util';
import { emergencies as contract } from '../../../shared/contract/emergencies.ts';
import { type DateModel, dayIn } from '../../../shared/rules/dates.ts';
import {
  type EmergencyOrganization,
  emergencyOrganizationText,
  emergencySearchText,
  emergencyState,
} from '../../../shared/rules/emergency.ts';
import { audit, type AuditEvent } from '../../database/audit.ts';
import { changesBetween, refuseTakenName } from '../../database/namedRecords.ts';
import { newId } from '../../database/newId.ts';
import { emergencies as table } from '../../database/schema/emergencies.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { refuseServerSetChanges } from '../../http/serverSetFields.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import {
  candidatesFor,
  emergencyOf,
  emergencyPage,
  findEmergency,
  impactOf,
  insertEmergency,
  lockEmergency,
  updateEmergency,
} from './emergenciesStore.ts';

interface Fields {
  readonly name?: string | undefined;
  readonly disabledDate?: DateModel | null | undefined;
  readonly organizations?: readonly EmergencyOrganization[] | undefined;
}
type Row = NonNullable<Awaited<ReturnType<typeof findEmergency>>>;

const found = (row: Row | undefined): Row => {
  if (!row) throw new ApiProblem('E-NOT-FOUND');
  return row;
};

const texts = (organizations: readonly EmergencyOrganization[] | undefined) =>
  organizations?.map(emergencyOrganizationText);

/** Before and after of the changed fields; organizations as texts. */
function changesOf(before: Fields, after: Fields): AuditEvent['changes'] {
  const [former, latter] = [texts(before.organizations), texts(after.organizations)];
  const { name, disabledDate } = after;
  return {
    ...changesBetween({ name: before.name, disabledDate: before.disabledDate }, { name, disabledDate }),
    ...(latter === undefined || isDeepStrictEqual(former, latter)
      ? {}
      : { organizations: { before: former ?? null, after: latter } }),
  };
}

/** The columns of a change on a day: a date that has come is recorded at once, and an emergency that is enabled again starts anew. */
function columnsOf(before: Row | undefined, { name, disabledDate, organizations }: Fields, today: DateModel) {
  const isDisabled = emergencyState(disabledDate, today) === 'disabled';
  const starts = before === undefined || (emergencyState(before.disabledDate, today) === 'disabled' && !isDisabled);
  return {
    ...(name === undefined ? {} : { name }),
    ...(organizations === undefined ? {} : { organizations }),
    ...(before === undefined
      ? {}
      : { searchText: emergencySearchText(name ?? before.name, organizations ?? before.organizations) }),
    ...(disabledDate === undefined || (before !== undefined && disabledDate === before.disabledDate)
      ? {}
      : {
          disabledDate,
          disabledAt: isDisabled ? new Date() : null,
          ...(starts ? { startDate: today } : {}),
        }),
  };
}

/** Public health emergencies (spec 1 sections 4 and 7). */
export const emergenciesHandlers = ({ config, database }: Services): Handlers<typeof contract> => {
  const today = () => dayIn(new Date(), config.timeZone);

  const add = async (
    tx: Transaction,
    context: RequestContext,
    action: string,
    id: string,
    fields: {
      readonly name: string;
      readonly disabledDate: DateModel | null;
      readonly organizations: readonly EmergencyOrganization[];
    },
  ) => {
    const { name, disabledDate, organizations } = fields;
    await refuseTakenName(tx, table, name);
    const searchText = emergencySearchText(name, organizations);
    const values = {
      id,
      name,
      organizations,
      searchText,
      startDate: today(),
      ...columnsOf(undefined, { disabledDate }, today()),
    };
    const row = await insertEmergency(tx, values);
    const changes = changesOf({}, { name, disabledDate, organizations });
    await audit(tx, context, { action, targetType: 'emergency', targetId: id, changes });
    return emergencyOf(row, today());
  };

  const change = async (
    tx: Transaction,
    context: RequestContext,
    {
      action,
      before,
      sentVersion,
      fields,
    }: { action: string; before: Row; sentVersion: number | undefined; fields: Fields },
  ) => {
    const versionChecked = checkVersion(before.version, context, sentVersion);
    if (fields.name !== undefined && fields.name !== before.name)
      await refuseTakenName(tx, table, fields.name, before.id);
    const changes = changesOf(before, fields);
    const isChanged = Object.keys(changes).length > 0;
    const row = isChanged ? await updateEmergency(tx, before.id, columnsOf(before, fields, today())) : before;
    await audit(tx, context, { action, targetType: 'emergency', targetId: before.id, changes, versionChecked });
    return emergencyOf(row, today());
  };

  return {
    list: ({ query }) => emergencyPage(database, query, today()),

    get: async ({ params }) => emergencyOf(found(await findEmergency(database.db, params.id)), today()),

    create: ({ body: { name, disabledDate = null, organizations } }, context) =>
      inTransaction(database, (tx) =>
        add(tx, context, 'emergencies.create', newId(), { name, disabledDate, organizations }),
      ),

    save: ({ body }, context) =>
      inTransaction(database, async (tx) => {
        const { id, name, disabledDate, organizations, version } = body;
        const action = 'emergencies.save';
        const before = await lockEmergency(tx, id);
        if (before) {
          checkVersion(before.version, context, version);
          await refuseServerSetChanges(contract.save, body, () => emergencyOf(before, today()));
          return change(tx, context, {
            action,
            before,
            sentVersion: version,
            fields: { name, disabledDate, organizations },
          });
        }
        // A version says that the caller has loaded the record, which is another one then.
        if (version !== undefined) checkVersion(0, context, version);
        if (name === undefined || organizations === undefined) throw incomplete({ name, organizations });
        return add(tx, context, action, id, { name, disabledDate: disabledDate ?? null, organizations });
      }),

    enable: ({ params, body }, context) =>
      inTransaction(database, async (tx) => {
        const before = found(await lockEmergency(tx, params.id));
        const fields = { disabledDate: null };
        return change(tx, context, { action: 'emergencies.enable', before, sentVersion: body?.version, fields });
      }),

    disable: ({ params, body }, context) =>
      inTransaction(database, async (tx) => {
        const before = found(await lockEmergency(tx, params.id));
        const isDisabled = emergencyState(before.disabledDate, today()) === 'disabled';
        const fields = { disabledDate: body?.on ?? (isDisabled ? before.disabledDate : today()) };
        return change(tx, context, { action: 'emergencies.disable', before, sentVersion: body?.version, fields });
      }),

    impact: async ({ params }) => {
      const { organizations } = found(await findEmergency(database.db, params.id));
      return impactOf(database.db, organizations);
    },

    candidates: async ({ query }) => ({ items: await candidatesFor(database.db, query.search) }),
  };
};

const incomplete = (sent: Pick<Fields, 'name' | 'organizations'>) =>
  new ApiProblem('E-REQUEST-INVALID', {
    modelState: Object.fromEntries(
      (['name', 'organizations'] as const)
        .filter((field) => sent[field] === undefined)
        .map((field) => [field, ['is required: there is no emergency with this id, so it is added']]),
    ),
  });
