import { sql } from 'drizzle-orm';
import { newId } from '../../database/newId.ts';
import type { Database } from '../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { type AlertConfig, sendAlertMail } from './alertMail.ts';
import { type AlertRow, lockOpenAlerts, insertAlert, type RuleRow, ruleList, updateAlert } from './alertStore.ts';
import { alertLink, alertName } from './alertTexts.ts';
import { type Measured, measure } from './measure.ts';

/** Any number, the same in every process: one of them evaluates at a time. */
const evaluationLock = 727_307_022;
/** Minimum time between the two evaluations without a cause that resolve an alert. */
const calmMs = 10_000;

interface Finding extends Measured {
  readonly rule: RuleRow;
}

export interface EvaluateParts {
  readonly database: Pick<Database, 'pool'>;
  readonly config: AlertConfig;
  /** The time, where a test needs another one than now. */
  readonly now?: () => Date;
}

/**
 * Compares the measured values with the rules: opens alerts, updates their values, and resolves those without a cause in two evaluations.
 * A rule of lower severity opens no alert while a higher one of its type applies to the same channel.
 */
export const evaluateAlerts = ({ database, config, now = () => new Date() }: EvaluateParts): Promise<void> =>
  inTransaction(database, async (tx) => {
    const tried = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${evaluationLock}) as locked`,
    );
    if (!tried.rows[0]?.locked) return;
    const findings = await findCauses(tx);
    const open = await lockOpenAlerts(tx);
    for (const finding of findings) {
      const alert = open.find((other) => isAbout(other, finding));
      if (alert) await updateOpen(tx, alert, finding);
      else if (!isSuppressed(finding, findings)) await start(tx, config, finding);
    }
    for (const alert of open) {
      if (!findings.some((finding) => isAbout(alert, finding))) await resolveCalm(tx, config, alert, now());
    }
  });

/** Every measured value that reaches the threshold of its rule. */
async function findCauses(tx: Transaction): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const rule of await ruleList(tx)) {
    if (!rule.isEnabled) continue;
    const measured = await measure(tx, rule);
    findings.push(...measured.filter(({ value }) => value >= rule.threshold).map((value) => ({ ...value, rule })));
  }
  return findings;
}

const isAbout = (alert: AlertRow, { rule, channel, direction }: Finding) =>
  alert.ruleId === rule.id && alert.channel === channel && alert.direction === direction;

const isSuppressed = ({ rule, channel, direction }: Finding, findings: readonly Finding[]) =>
  rule.severity === 'Warn' &&
  findings.some(
    (other) =>
      other.rule.severity === 'Triggered' &&
      other.rule.alertType === rule.alertType &&
      other.channel === channel &&
      other.direction === direction,
  );

/** The value changes every few seconds without a new version: the version is for changes by users. */
async function updateOpen(tx: Transaction, alert: AlertRow, { value, rule }: Finding): Promise<void> {
  const { threshold, severity } = rule;
  const isSame = alert.value === value && alert.threshold === threshold && alert.status === severity;
  if (isSame && alert.calmSince === null) return;
  await updateAlert(tx, alert.id, { value, threshold, status: severity, calmSince: null });
}

async function start(tx: Transaction, config: AlertConfig, finding: Finding): Promise<void> {
  const { rule, channel, direction, value } = finding;
  const alert = await insertAlert(tx, {
    id: newId(),
    ruleId: rule.id,
    status: rule.severity,
    name: alertName(rule, finding),
    link: alertLink(rule, finding),
    alertType: rule.alertType,
    channel,
    direction,
    value,
    threshold: rule.threshold,
  });
  await sendAlertMail(tx, config, alert, 'started');
}

async function resolveCalm(tx: Transaction, config: AlertConfig, alert: AlertRow, now: Date): Promise<void> {
  if (alert.calmSince === null) {
    await updateAlert(tx, alert.id, { calmSince: now });
    return;
  }
  if (now.getTime() - alert.calmSince.getTime() < calmMs) return;
  const resolved = await updateAlert(tx, alert.id, {
    state: 'resolved',
    status: 'Resolved',
    resolvedAt: now,
    version: sql`version + 1`,
  });
  await sendAlertMail(tx, config, { ...resolved, status: alert.status }, 'ended');
}
