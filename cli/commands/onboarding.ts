import { proofReviewStatuses } from '../../shared/rules/identityProofing.ts';
import { defined } from '../../shared/rules/defined.ts';
import { type Command, contentFlag, selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { getCommand, pagesCommand, showCommand, writeCommand } from '../records/commandBuilders.ts';
import { orgArgument, organizationKind } from '../records/organizationLookup.ts';
import { loadRecord } from '../records/recordErrors.ts';

const reviewKind = { name: 'identity review', list: 'onboarding review list' } as const;
const reviewArgument = { name: '<review>', summary: 'id of the document in the queue', record: reviewKind } as const;

const columns = ['id', 'status', 'name', 'userName', 'organizationName', 'fileName', 'uploadedAt', 'decidedBy'];

const statusOf = (text: string) => {
  const status = proofReviewStatuses.find((one) => one.toLowerCase() === text.toLowerCase());
  if (status === undefined) throw new TypeError(`use one of: ${proofReviewStatuses.join(', ')}`);
  return status;
};

/** Onboarding of organizations: where one stands, and the identity documents that wait for a decision. */
export const commands: readonly Command[] = [
  showCommand({
    name: 'status',
    summary: 'Show where an organization stands between registration and activation',
    arguments: [orgArgument],
    calls: ['idproofing.organization'],
    examples: ['<org>', '<org> --output json --fields step,idProofProcessStatus,pendingReviewId'],
    load: ({ client, id, read }) =>
      loadRecord(organizationKind, id, client.idproofing.organization({ params: { id } }, read)),
  }),
  pagesCommand({
    name: 'review list',
    summary: 'List the identity documents for a review, the oldest first',
    options: [
      selectionFlag('--status <status>', `only documents with the status ${proofReviewStatuses.join(', ')}`, {
        parse: statusOf,
      }),
    ],
    columns,
    calls: ['idproofing.reviews'],
    examples: ['', '--status pending --output json'],
    sortedBy: 'uploadedAt',
    pages:
      ({ client, read, options: { status } }) =>
      (query) =>
        client.idproofing.reviews({ query: { ...defined({ status }), ...query } }, read),
  }),
  getCommand({
    name: 'review show',
    summary: 'Show the data beside an identity document; --web opens the page with the document',
    arguments: [reviewArgument],
    calls: ['idproofing.review'],
    examples: ['<review>', '<review> --output json'],
    web: '/admin/idproofing',
    rowFields: columns,
    load: ({ client, id, read }) => loadRecord(reviewKind, id, client.idproofing.review({ params: { id } }, read)),
  }),
  writeCommand({
    name: 'review approve',
    summary: 'Confirm an identity with its document; the user receives a mail',
    arguments: [reviewArgument],
    calls: ['idproofing.review', 'idproofing.approve'],
    examples: ['<review> --yes', '<review> --yes --output json'],
    async prepare({ client, id, read }) {
      const review = await loadRecord(reviewKind, id, client.idproofing.review({ params: { id } }, read));
      return {
        title: `Approve the identity document of ${review.name} for ${review.organizationName}`,
        send: (call) => client.idproofing.approve({ params: { id } }, call),
        done: 'The document was approved.',
      };
    },
  }),
  writeCommand({
    name: 'review refuse',
    summary: 'Refuse an identity document and delete it; the user reads the reason in a mail and can send another one',
    arguments: [reviewArgument],
    options: [contentFlag('--because <text>', 'what the user reads', { required: true, field: 'reason' })],
    calls: ['idproofing.review', 'idproofing.refuse'],
    examples: [
      '<review> --because "The photo is not readable." --yes',
      '<review> --because "The ID has expired." --yes --output json',
    ],
    async prepare({ client, id, read, options: { because = '' } }) {
      if (because.trim() === '')
        throw new CliError('E-USAGE', '--because is empty.', { hint: 'Say what the user has to do better.' });
      const review = await loadRecord(reviewKind, id, client.idproofing.review({ params: { id } }, read));
      return {
        title: `Refuse the identity document of ${review.name} for ${review.organizationName}`,
        send: (call) => client.idproofing.refuse({ params: { id }, body: { reason: because } }, call),
        done: 'The document was refused and deleted.',
      };
    },
  }),
];
