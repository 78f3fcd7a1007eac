import { sql } from 'drizzle-orm';
import type { diagnostics } from '../../../shared/contract/diagnostics.ts';
import type { AlertRule, SystemAlert } from '../../../shared/contract/exchangeSchemas.ts';
import { audit } from '../../database/audit.ts';
import { changesBetween } from '../../database/namedRecords.ts';
import { inTransaction } from '../../database/transaction.ts';
import { sendAlertMail } from '../../exchange/alerts/alertMail.ts';
import {
  alertOf,
  type AlertRow,
  lockAlert,
  lockRule,
  ruleOf,
  updateAlert,
  updateRule,
} from '../../exchange/alerts/alertStore.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';

type AlertHandlers = Pick<Handlers<typeof diagnostics>, 'acknowledgeAlert' | 'resolveAlert' | 'updateAlertRule'>;

interface AlertChange {
  readonly id: string;
  readonly version: number | undefined;
  readonly action: string;
  readonly columns: Partial<AlertRow>;
}

/** Changes of alerts and their rules by users. */
export const alertActions = ({ config, database }: Services): AlertHandlers => {
  const change = ({ id, version, action, columns }: AlertChange, context: RequestContext): Promise<SystemAlert> =>
    inTransaction(database, async (tx) => {
      const before = await lockAlert(tx, id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      if (before.state === 'resolved') throw new ApiProblem('E-ALERT-RESOLVED');
      const versionChecked = checkVersion(before.version, context, version);
      const after = await updateAlert(tx, id, { ...columns, version: sql`version + 1` });
      const { state, owner, note } = after;
      const changes = changesBetween(before, { state, owner, note });
      await audit(tx, context, { action, targetType: 'alert', targetId: id, changes, versionChecked });
      if (state === 'resolved') await sendAlertMail(tx, config, { ...after, status: before.status }, 'ended');
      return alertOf(after);
    });

  return {
    acknowledgeAlert: ({ params: { id }, body }, context) => {
      const owner = body.owner ?? context.actor.name;
      const columns = { state: 'acknowledged', owner, note: body.note ?? null, acknowledgedAt: new Date() };
      return change({ id, version: body.version, action: 'diagnostics.acknowledgeAlert', columns }, context);
    },

    resolveAlert: ({ params: { id }, body }, context) => {
      // Resolved by a user, not by the evaluation of the rule.
      const columns = {
        state: 'resolved',
        status: 'Resolved',
        note: body.note,
        resolvedAt: new Date(),
        calmSince: null,
      };
      return change({ id, version: body.version, action: 'diagnostics.resolveAlert', columns }, context);
    },

    updateAlertRule: ({ params: { id }, body: { version, ...columns } }, context): Promise<AlertRule> =>
      inTransaction(database, async (tx) => {
        const before = await lockRule(tx, id);
        if (!before) throw new ApiProblem('E-NOT-FOUND');
        const versionChecked = checkVersion(before.version, context, version);
        const changes = changesBetween(before, columns);
        const isChanged = Object.keys(changes).length > 0;
        const after = isChanged ? await updateRule(tx, id, { ...columns, version: sql`version + 1` }) : before;
        const action = 'diagnostics.updateAlertRule';
        await audit(tx, context, { action, targetType: 'alert rule', targetId: id, changes, versionChecked });
        return ruleOf(after);
      }),
  };
};
