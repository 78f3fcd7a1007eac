import { certificateMailDays } from '../../../shared/rules/certificate.ts';
import type { Config } from '../../config.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { every } from '../../jobs/every.ts';
import { systemContext } from '../../jobs/systemContext.ts';
import type { TaskRun } from '../../jobs/tasks.ts';
import { addMail, oneLine } from '../../mail/addMail.ts';
import {
  type CertificateRow,
  dueHosts,
  lockHost,
  lockHosts,
  saveHosts,
  saveMailed,
  saveReading,
  startOfCheck,
} from './certificatesStore.ts';
import { type CertificateReading, readCertificate } from './readCertificate.ts';
import { mayBePrivate, usedHosts } from './usedHosts.ts';

type CheckServices = Pick<Services, 'config' | 'database'>;

interface Check {
  readonly id: string;
  readonly reading: CertificateReading;
  readonly context: Parameters<typeof audit>[1];
  readonly isByUser: boolean;
}

const sweepMs = 5 * 60_000;
const dayMs = 24 * 60 * 60_000;
const atOnce = 8;

export const readHost = (config: Config, host: CertificateRow, signal: AbortSignal): Promise<CertificateReading> =>
  readCertificate(host, { allowPrivate: mayBePrivate(config, host), signal });

const auditedOf = ({ validTo, problem }: Pick<CertificateRow, 'validTo' | 'problem'>) => ({
  validTo: validTo?.toISOString() ?? null,
  problem,
});

/**
 * Stores what a check found; false where the host is no longer called. The check by a user is always audited, that by the job where the
 * certificate or its problem is another one.
 */
export async function storeReading(
  tx: Transaction,
  config: Config,
  { id, reading, context, isByUser }: Check,
): Promise<boolean> {
  const before = await lockHost(tx, id);
  if (!before) return false;
  await saveReading(tx, id, reading);
  const validTo = reading.certificate?.validTo ?? before.validTo;
  await mailEnd(tx, config, { ...before, validTo });
  const [was, is] = [auditedOf(before), auditedOf({ validTo, problem: reading.problem })];
  const changes = Object.fromEntries(
    (['validTo', 'problem'] as const)
      .filter((field) => was[field] !== is[field])
      .map((field) => [field, { before: was[field], after: is[field] }]),
  );
  if (isByUser || Object.keys(changes).length > 0)
    await audit(tx, context, { action: 'certificates.check', targetType: 'certificate', targetId: id, changes });
  return true;
}

/**
 * Mails the recipients of system alerts once about each certificate that ends within two weeks. Hosts that webhooks alone call are left out:
 * administrators of organizations choose these, and would choose how much mail there is.
 */
async function mailEnd(tx: Transaction, config: Config, row: CertificateRow): Promise<void> {
  const { id, host, port, uses, kinds, validTo, mailedFor } = row;
  if (kinds.every((kind) => kind === 'webhook')) return;
  if (validTo === null || validTo.getTime() > Date.now() + certificateMailDays * dayMs) return;
  if (mailedFor?.getTime() === validTo.getTime()) return;
  await saveMailed(tx, id, validTo);
  const isOver = validTo.getTime() <= Date.now();
  for (const recipient of config.exchange.alertEmails)
    await addMail(tx, config, {
      recipient,
      subject: oneLine(`${isOver ? 'Alert' : 'Notice'}: the certificate of ${host} ${isOver ? 'has ended' : 'ends'}`),
      body: [
        `The certificate of ${host}:${port} ${isOver ? 'ended' : 'ends'} ${validTo.toISOString()}.`,
        `Used by: ${uses.map(({ kind, name }) => oneLine(`${kind} ${name}`)).join(', ')}.`,
        '',
        `${config.publicUrl}/admin/certificates`,
      ].join('\n'),
    });
}

/** Task `certificates.check`: reads every certificate that was not read since a time. A killed run continues with those that are left. */
export async function checkCertificates(
  services: CheckServices,
  { since }: { readonly since: string },
  { signal }: TaskRun,
): Promise<void> {
  const { config, database } = services;
  await refreshHosts(services);
  const checkOne = async (host: CertificateRow) => {
    const reading = await readHost(config, host, signal);
    const context = systemContext(`certificates:${host.id}`);
    await inTransaction(database, (tx) => storeReading(tx, config, { id: host.id, reading, context, isByUser: false }));
  };
  for (;;) {
    signal.throwIfAborted();
    const due = await dueHosts(database.db, since, atOnce);
    if (due.length === 0) return;
    await Promise.all(due.map(checkOne));
  }
}

const refreshHosts = ({ config, database }: CheckServices): Promise<void> =>
  inTransaction(database, async (tx) => {
    await lockHosts(tx);
    await saveHosts(tx, await usedHosts(tx, config));
  });

/** Enqueues a check where a host has none of the last day. */
export const sweepCertificates = async (services: CheckServices): Promise<void> => {
  await refreshHosts(services);
  const since = new Date(Date.now() - dayMs).toISOString();
  await inTransaction(services.database, async (tx) => {
    if ((await dueHosts(tx, since, 1)).length > 0)
      await enqueue(tx, 'certificates.check', { since }, { key: 'certificates:daily', maxAttempts: 3 });
  });
};

/** Enqueues a check of all hosts; every one is done once its `checkedAt` is not before the time that is returned. */
export async function requestCheck(services: CheckServices, context: RequestContext) {
  await refreshHosts(services);
  return inTransaction(services.database, async (tx) => {
    const row = await startOfCheck(tx);
    await enqueue(tx, 'certificates.check', { since: row.requestedAt }, { key: 'certificates:now', maxAttempts: 3 });
    await audit(tx, context, {
      action: 'certificates.checkAll',
      targetType: 'certificate',
      targetId: 'all',
      changes: { hostCount: { before: null, after: row.hostCount } },
    });
    return row;
  });
}

/** Sweeps while the server runs; servers without jobs leave it to the others. Gives back how to stop it. */
export const startCertificateSweep = ({
  log,
  ...services
}: CheckServices & { readonly log: Parameters<typeof every>[2] }): (() => Promise<void>) =>
  services.config.jobs.enabled
    ? every(sweepMs, () => sweepCertificates(services), log, 'could not look for certificates to check')
    : () => Promise.resolve();
