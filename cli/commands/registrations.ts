import { registrationStates } from '../../shared/rules/registration.ts';
import { defined } from '../../shared/rules/defined.ts';
import { type Command, selectionFlag } from '../command.ts';
import { pagesCommand, writeCommand } from '../records/commandBuilders.ts';
import { loadRecord } from '../records/recordErrors.ts';

const kind = { name: 'registration', list: 'registrations list' } as const;
const registrationArgument = {
  name: '<registration>',
  summary: 'id of the registration, as registrations list shows it',
  record: kind,
} as const;

const stateOf = (text: string) => {
  const state = registrationStates.find((one) => one.toLowerCase() === text.toLowerCase());
  if (state === undefined) throw new TypeError(`use one of: ${registrationStates.join(', ')}`);
  return state;
};

/** Organizations that register themselves: where each stands, and help for those who did not get their mail. */
export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List the registrations of the last 30 days by e-mail address and state, newest first',
    options: [
      selectionFlag('--state <state>', `only registrations that are ${registrationStates.join(', ')}`, {
        parse: stateOf,
      }),
    ],
    columns: ['id', 'emailAddress', 'state', 'createDate', 'mailCount', 'expiresAt', 'organizationName'],
    calls: ['registration.list'],
    examples: ['', '--state open --output json', '--search ann@clinic.example --state expired'],
    sortedBy: 'createDate',
    newestFirst: true,
    pages:
      ({ client, read, options: { state } }) =>
      (query) =>
        client.registration.list({ query: { ...defined({ state }), ...query } }, read),
  }),
  writeCommand({
    name: 'resend',
    summary: 'Mail another link to register, which works 24 hours',
    description:
      'The former link stops working. An address that has an account meanwhile gets a mail that leads to the sign-in.',
    arguments: [registrationArgument],
    calls: ['registration.resend'],
    examples: ['<registration> --yes', '<registration> --yes --reason "Mail was lost" --output json'],
    prepare: ({ client, id }) => ({
      title: `Mail another link for the registration ${id}`,
      send: (call) => loadRecord(kind, id, client.registration.resend({ params: { id } }, call)),
      done: 'The mail was added; the former link does not work any more.',
    }),
  }),
  writeCommand({
    name: 'cancel',
    summary: 'Cancel a registration; its link stops working',
    arguments: [registrationArgument],
    calls: ['registration.cancel'],
    examples: ['<registration> --yes', '<registration> --yes --reason "Sent to a wrong address"'],
    prepare: ({ client, id }) => ({
      title: `Cancel the registration ${id}`,
      send: (call) => loadRecord(kind, id, client.registration.cancel({ params: { id } }, call)),
      done: 'The registration was canceled.',
    }),
  }),
];
