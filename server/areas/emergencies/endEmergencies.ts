import { dayIn } from '../../../shared/rules/dates.ts';
import { emergencyState } from '../../../shared/rules/emergency.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { every } from '../../jobs/every.ts';
import { systemContext } from '../../jobs/systemContext.ts';
import { dueEmergencies, lockEmergency, updateEmergency } from './emergenciesStore.ts';

const everyMs = 30_000;

type EndServices = Pick<Services, 'config' | 'database'>;

const today = ({ config }: EndServices) => dayIn(new Date(), config.timeZone);

/** Enqueues a job for each emergency whose disabled date has come. */
export const sweepEmergencies = (services: EndServices): Promise<void> =>
  inTransaction(services.database, async (tx) => {
    for (const emergencyId of await dueEmergencies(tx, today(services)))
      await enqueue(tx, 'emergency.end', { emergencyId }, { key: `emergency:${emergencyId}` });
  });

/**
 * Records that an emergency is disabled, once: its version changes, so that a form opened before is a conflict, and the audit trail has the
 * event. A date that was moved in the meantime changes nothing.
 */
export const endEmergency = (services: EndServices, { emergencyId }: { readonly emergencyId: string }): Promise<void> =>
  inTransaction(services.database, async (tx) => {
    const before = await lockEmergency(tx, emergencyId);
    if (!before || before.disabledAt !== null) return;
    if (emergencyState(before.disabledDate, today(services)) !== 'disabled') return;
    await updateEmergency(tx, emergencyId, { disabledAt: new Date() });
    await audit(tx, systemContext(`emergency:${emergencyId}`), {
      action: 'emergencies.ended',
      targetType: 'emergency',
      targetId: emergencyId,
      changes: { isDisabled: { before: false, after: true } },
    });
  });

/** Sweeps while the server runs; servers without jobs leave it to the others. Gives back how to stop it. */
export const startEmergencySweep = ({
  log,
  ...services
}: EndServices & { readonly log: Parameters<typeof every>[2] }): (() => Promise<void>) =>
  services.config.jobs.enabled
    ? every(
        everyMs,
        () => sweepEmergencies(services),
        log,
        'could not look for emergencies whose disabled date has come',
      )
    : () => Promise.resolve();
