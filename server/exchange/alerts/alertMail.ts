import type { Config } from '../../config.ts';
import type { Transaction } from '../../database/transaction.ts';
import { addMail } from '../../mail/addMail.ts';
import type { AlertRow } from './alertStore.ts';
import { measuredText } from './alertTexts.ts';

export type AlertConfig = Pick<Config, 'mail' | 'exchange' | 'publicUrl'>;

/** Sends one mail when an alert starts and one when it ends, in the transaction that starts or ends it. */
export async function sendAlertMail(
  tx: Transaction,
  config: AlertConfig,
  alert: AlertRow,
  phase: 'started' | 'ended',
): Promise<void> {
  for (const recipient of config.exchange.alertEmails) {
    await addMail(tx, config, {
      recipient,
      subject: `${alert.status === 'Triggered' ? 'Alert' : 'Notice'} ${phase}: ${alert.name}`,
      body: [
        `${alert.name}: ${measuredText(alert.alertType, alert.value)} (threshold ${alert.threshold}).`,
        `Started ${alert.createdAt.toISOString()}.`,
        ...(phase === 'ended' ? [`Ended ${(alert.resolvedAt ?? new Date()).toISOString()}.`] : []),
        '',
        `${config.publicUrl}${alert.link}`,
      ].join('\n'),
    });
  }
}
