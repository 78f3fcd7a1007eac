import { normaliseAddress, wholeAddressProblem } from '../../../shared/rules/directAddress.ts';
import { faxText, isFax } from '../../../shared/rules/fax.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';
import { oneAddress } from './addressFields.ts';

interface Options extends WriteFlags {
  readonly name?: string;
  readonly provider?: string;
  readonly faxAccount?: string;
}

/** A text with an @ is a direct address, anything else a fax number; both are checked here by the server's own rules. */
const typeOf = (address: string): 'DirectMessaging' | 'Fax' => {
  const type = address.includes('@') ? 'DirectMessaging' : 'Fax';
  const problem = type === 'Fax' ? (isFax(address) ? null : faxText) : wholeAddressProblem(normaliseAddress(address));
  if (problem !== null) throw new CliError('E-USAGE', problem, { exit: 'invalid', hint: 'Correct the address.' });
  return type;
};

export const addressesAdd = defineCommand<Options>({
  name: 'add',
  summary: 'Add a direct address or a fax number to an organization',
  arguments: [orgArgument, { name: '<address>', summary: 'direct address, or fax number' }],
  options: [
    { flags: '--name <name>', summary: 'display name; the address unless given', group: 'Selection' },
    { flags: '--provider <id>', summary: 'who carries it, as sources list shows', group: 'Selection' },
    { flags: '--fax-account <id>', summary: 'the fax account of the organization it belongs to', group: 'Selection' },
  ],
  takes: ['write', 'record'],
  fields: oneAddress,
  calls: ['organizations.get', 'documentsources.create'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost addresses add <org> "(603) 555-0142" --name "Front desk fax" --yes',
    'carepost addresses add <org> records@<domain> --name Records --yes --output json',
  ],
  async run(context, options, [organizationId = '', address = '']) {
    const type = typeOf(address);
    const client = await context.client();
    const organization = await organizationName(context, organizationId);
    const { name: displayName = address, provider, faxAccount } = options;
    const sending = await confirmed(context, `Add ${address} to ${organization}`, options);
    const body = {
      organizationId,
      type,
      address,
      displayName,
      ...(provider === undefined ? {} : { providerId: provider }),
      ...(faxAccount === undefined ? {} : { faxAccountId: faxAccount }),
    };
    const added = await client.documentsources.create({ body }, sending);
    context.terminal.note('The address was added successfully.');
    await context.output.record(added);
  },
});
