import { defined } from '../../../shared/rules/defined.ts';
import { validatedAddressesMax } from '../../../shared/rules/directory.ts';
import { type Command, contentFlag, defineCommand, type OptionsOf, outputFlag } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { fieldsOf, listCommand, writeCommand } from '../../records/commandBuilders.ts';
import { search } from './search.ts';

const validateFlags = [outputFlag('--exit-code', 'exit with 7 when an address cannot receive')] as const;

const validate = defineCommand<OptionsOf<typeof validateFlags>>({
  name: 'validate',
  summary: 'Check which direct addresses are known and can receive messages',
  arguments: [{ name: '<address...>', summary: `direct addresses, at most ${validatedAddressesMax}` }],
  options: validateFlags,
  takes: ['rows'],
  exits: ['invalid'],
  fields: fieldsOf('directory.validate'),
  calls: ['directory.validate'],
  examples: ['<address>', '<address> ann@direct.partner.example --output json', '<address> --exit-code'],
  async run(context, { exitCode }, addresses) {
    const client = await context.client();
    const query = { addresses: addresses.join(',') };
    const { items } = await client.directory.validate({ query }, { signal: context.signal });
    await showList(context, items);
    const failures = items.filter(({ canReceive }) => !canReceive).length;
    if (exitCode !== true || failures === 0) return undefined;
    return { exit: 'invalid', message: `${failures} of ${items.length} addresses cannot receive` };
  },
});

const ownAddresses = listCommand({
  name: 'own-addresses',
  summary: 'List the direct addresses of your organization, which an invitation may name',
  calls: ['directory.ownAddresses'],
  examples: ['', '--output json'],
  load: ({ client, read }) => client.directory.ownAddresses({}, read),
});

const invite = writeCommand({
  name: 'invite',
  summary: 'Mail an invitation to join the platform to someone outside',
  options: [
    contentFlag('--full-name <name>', 'name of the recipient', { required: true }),
    contentFlag('--email <address>', 'e-mail address of the recipient', {
      required: true,
      field: 'emailAddress',
    }),
    contentFlag(
      '--direct-address <address>',
      'direct address that the mail names, one of: carepost directory own-addresses',
    ),
  ],
  calls: ['users.sendInvitation'],
  examples: ['--full-name "Ann Baker" --email ann@clinic.example --yes'],
  prepare({ context, client, options: { fullName = '', email = '', directAddress } }) {
    // The title is in the journal of the run, which has no persons.
    context.terminal.note(`To: ${fullName} <${email}>`);
    return {
      title: 'Mail an invitation',
      planned: { id: null, name: null, changes: [] },
      send: (call) =>
        client.users.sendInvitation({ body: { fullName, emailAddress: email, ...defined({ directAddress }) } }, call),
      done: 'Invitation has been sent.',
    };
  },
});

/** Providers and organizations outside and inside of the platform, and inviting them. */
export const providerCommands: readonly Command[] = [search, validate, ownAddresses, invite];
