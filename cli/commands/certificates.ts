import { setTimeout as delay } from 'node:timers/promises';
import type { Certificate } from '../../shared/contract/certificates.ts';
import { certificateUseKinds } from '../../shared/rules/certificate.ts';
import { defined } from '../../shared/rules/defined.ts';
import { actionFlag, type Command, defineCommand, selectionFlag } from '../command.ts';
import type { Outcome } from '../exits.ts';
import { fieldsOf, pagesCommand } from '../records/commandBuilders.ts';
import { loadRecord } from '../records/recordErrors.ts';
import { wholeNumber } from '../tree/flags.ts';

const kind = { name: 'certificate', list: 'certificates list' } as const;

const columns = ['id', 'host', 'port', 'validTo', 'daysLeft', 'issuer', 'problem', 'uses'];

/** What a check of all hosts prints. */
const summaryFields = ['requestedAt', 'hostCount', 'isReady', 'invalidCount'];
const certificateFields = fieldsOf('certificates.check', columns);

const pollMs = 250;
const waitMs = 120_000;
const mostNamed = 5;

const nameOf = ({ host, port, problem }: Pick<Certificate, 'host' | 'port' | 'problem'>): string =>
  `${host}:${port} (${problem ?? 'valid'})`;

/** A script has to notice that a host has no valid certificate. */
const outcomeOf = (invalid: readonly Certificate[], count: number): Outcome | undefined =>
  count === 0
    ? undefined
    : {
        exit: 'partial',
        code: 'E-CERTIFICATE-INVALID',
        message: `${count === 1 ? '1 certificate is' : `${count} certificates are`} not valid: ${invalid
          .slice(0, mostNamed)
          .map(nameOf)
          .join(', ')}${count > mostNamed ? ', …' : ''}`,
      };

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List the certificates of the hosts that the platform calls, those that end first at the top',
    options: [
      selectionFlag('--ends-within <days>', 'only certificates that end within so many days, or have ended', {
        parse: wholeNumber(0, 3650),
      }),
      selectionFlag('--invalid', 'only hosts without a valid certificate'),
      selectionFlag('--used-by <kind>', 'only hosts that a setting, a connection or a webhook calls', {
        choices: certificateUseKinds,
      }),
    ],
    columns,
    calls: ['certificates.list'],
    examples: ['', '--ends-within 30 --output json', '--invalid --used-by connection'],
    sortedBy: 'validTo',
    pages({ client, read, options: { endsWithin, invalid, usedBy } }) {
      const filter = defined({
        endsWithinDays: endsWithin === undefined ? undefined : String(endsWithin),
        hasProblem: invalid === true ? 'true' : undefined,
        usedBy,
      });
      return (query) => client.certificates.list({ query: { ...filter, ...query } }, read);
    },
  }),
  defineCommand<{ readonly wait?: boolean }>({
    name: 'check',
    summary: 'Read the certificate of one host or of all hosts now; exits with 3 when one is not valid',
    description:
      'Not valid: expired, of no known authority, for another host, or it could not be read. The server reads all of them in a job.',
    arguments: [{ name: '[certificate]', summary: 'id of a certificate; without it all are read', record: kind }],
    options: [actionFlag('--no-wait', 'do not wait until all are read')],
    calls: ['certificates.checkAll', 'certificates.check', 'certificates.list'],
    takes: ['record'],
    exits: ['partial', 'try-later'],
    exitMeanings: { partial: 'a certificate is not valid, or could not be read' },
    fields: { ...certificateFields, all: [...summaryFields, ...certificateFields.all] },
    examples: ['--no-wait', '--no-wait --output json'],
    async run(context, { wait }, [id]) {
      const { output, signal } = context;
      const client = await context.client();
      if (id !== undefined) {
        const one = await loadRecord(kind, id, client.certificates.check({ params: { id } }, { signal }));
        await output.record(one);
        return outcomeOf([one], one.problem === null ? 0 : 1);
      }
      const { requestedAt, hostCount } = await client.certificates.checkAll({}, { signal });
      const read = { signal, fresh: true };
      const isReadyNow = async () => {
        const query = { sort: 'checkedAt', pageSize: '1' } as const;
        const [oldest] = (await client.certificates.list({ query }, read)).items;
        return oldest === undefined || (oldest.checkedAt ?? '') >= requestedAt;
      };
      const mostMs = wait === false ? 0 : waitMs;
      let isReady = await isReadyNow();
      for (let waited = 0; !isReady && waited < mostMs; waited += pollMs) {
        await delay(pollMs, undefined, { signal });
        isReady = await isReadyNow();
      }
      const query = { hasProblem: 'true', pageSize: String(mostNamed) };
      const { items, totalCount } = await client.certificates.list({ query }, read);
      const summary = { requestedAt, hostCount, isReady, invalidCount: totalCount };
      await output.with({ command: { fields: { all: summaryFields, table: summaryFields } } }).record(summary);
      if (wait === false) return undefined;
      if (!isReady)
        return { exit: 'try-later', message: `The certificates were not read within ${waitMs / 1000} seconds.` };
      return outcomeOf(items, totalCount);
    },
  }),
];
