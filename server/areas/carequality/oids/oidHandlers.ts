import { type AlternateOid, carequality } from '../../../../shared/contract/carequality.ts';
import { oidValueProblem } from '../../../../shared/rules/carequality.ts';
import { audit, type AuditEvent } from '../../../database/audit.ts';
import { newId } from '../../../database/newId.ts';
import { violatedConstraint } from '../../../database/sqlState.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { refuseServerSetChanges } from '../../../http/serverSetFields.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import { checkVersion } from '../../../http/versionCheck.ts';
import { findOwner, holdOwner } from '../ownerStore.ts';
import { deleteOid, hasOid, insertOid, lockOid, oidsOf, unsetDefault, updateOid } from './oidStore.ts';

type OidHandlers = Pick<Handlers<typeof carequality>, 'oids' | 'addOid' | 'updateOid' | 'deleteOid'>;

function refuseValue(value: string): void {
  const problem = oidValueProblem(value);
  if (problem !== null) throw new ApiProblem('E-REQUEST-INVALID', { modelState: { value: [problem] } });
}

const constraints = new Set(['alternate_oids_value', 'alternate_oids_default']);
const named = (error: unknown): never => {
  throw constraints.has(violatedConstraint(error) ?? '') ? new ApiProblem('E-OID-TAKEN', { cause: error }) : error;
};

/** Before and after of each field that changed; the keys begin with the value the OID had. */
function changesOf(before: AlternateOid | undefined, after: AlternateOid | undefined): AuditEvent['changes'] {
  const name = `oid ${before?.value ?? after?.value ?? ''}`;
  const fields = (['value', 'isDefault'] as const).filter((field) => before?.[field] !== after?.[field]);
  return Object.fromEntries(
    fields.map((field) => [`${name}.${field}`, { before: before?.[field] ?? null, after: after?.[field] ?? null }]),
  );
}

export const oidHandlers = ({ database }: Services): OidHandlers => ({
  oids: async ({ params }) => {
    const items = await oidsOf(database.db, params.id);
    if (items.length === 0 && !(await findOwner(database.db, params.id))) throw new ApiProblem('E-NOT-FOUND');
    return { items };
  },

  addOid: ({ params, body }, context) =>
    inTransaction(database, async (tx) => {
      refuseValue(body.value);
      if (!(await holdOwner(tx, params.id))) throw new ApiProblem('E-NOT-FOUND');
      if (await hasOid(tx, params.id, body.value)) throw new ApiProblem('E-OID-TAKEN');
      const former = body.isDefault ? await unsetDefault(tx, params.id) : undefined;
      const { value, isDefault } = body;
      const added = await insertOid(tx, { id: newId(), organizationId: params.id, value, isDefault });
      await audit(tx, context, {
        action: 'carequality.addOid',
        targetType: 'organization',
        targetId: params.id,
        changes: { ...formerChange(former), ...changesOf(undefined, added) },
      });
      return added;
    }).catch(named),

  updateOid: ({ params, body }, context) =>
    inTransaction(database, async (tx) => {
      if (body.value !== undefined) refuseValue(body.value);
      if (!(await holdOwner(tx, params.id))) throw new ApiProblem('E-NOT-FOUND');
      const before = await lockOid(tx, params.id, body.id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(before.version, context, body.version);
      await refuseServerSetChanges(carequality.updateOid, body, () => before);
      const fields = { value: body.value ?? before.value, isDefault: body.isDefault ?? before.isDefault };
      // A second spelling from before stays as it is; only a new value is compared.
      const isNew = fields.value !== before.value;
      if (isNew && (await hasOid(tx, params.id, fields.value, before.id))) throw new ApiProblem('E-OID-TAKEN');
      const former = fields.isDefault ? await unsetDefault(tx, params.id, before.id) : undefined;
      const isSame = fields.value === before.value && fields.isDefault === before.isDefault;
      const after = isSame ? before : await updateOid(tx, before.id, fields);
      await audit(tx, context, {
        action: 'carequality.updateOid',
        targetType: 'organization',
        targetId: params.id,
        changes: { ...formerChange(former), ...changesOf(before, after) },
        versionChecked,
      });
      return after;
    }).catch(named),

  deleteOid: ({ params }, context) =>
    inTransaction(database, async (tx) => {
      if (!(await holdOwner(tx, params.id))) throw new ApiProblem('E-NOT-FOUND');
      const before = await lockOid(tx, params.id, params.oidId);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(before.version, context);
      await deleteOid(tx, before.id);
      await audit(tx, context, {
        action: 'carequality.deleteOid',
        targetType: 'organization',
        targetId: params.id,
        changes: changesOf(before, undefined),
        versionChecked,
      });
      return undefined;
    }),
});

/** The one that was the default until now. */
const formerChange = (former: AlternateOid | undefined): AuditEvent['changes'] =>
  former ? changesOf({ ...former, isDefault: true }, former) : {};
