import type { users } from '../../../shared/contract/users.ts';
import { normaliseAddress } from '../../../shared/rules/directAddress.ts';
import { invitationsPerDay } from '../../../shared/rules/directory.ts';
import { addressesOf } from '../../addresses/sharedAddressStore.ts';
import type { Config } from '../../config.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Actor } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { addMail, oneLine } from '../../mail/addMail.ts';
import { addRegistration, type MadeLink } from '../../registration/registrationLinks.ts';
import { joinTexts } from '../../registration/registrationMails.ts';
import { refuseNotActivated } from '../../people/organizationState.ts';
import { addInvitation, lockSentToday, organizationNamed } from './invitationStore.ts';

/** Invitations to people outside of the platform (spec 2 section 2, dialog 12). */
export const invitationHandlers = ({ config, database }: Services): Pick<Handlers<typeof users>, 'sendInvitation'> => ({
  sendInvitation: ({ body }, context) =>
    inTransaction(database, async (tx) => {
      const { actor } = context;
      await refuseNotActivated(tx, actor);
      const sent = await lockSentToday(tx, actor.id);
      if (sent >= invitationsPerDay) throw new ApiProblem('E-INVITATION-LIMIT');
      const directAddress = await ownAddress(tx, actor, body.directAddress ?? '');
      const id = await addInvitation(tx, actor);
      const organization = await organizationNamed(tx, actor.organizationId);
      const { emailAddress } = body;
      const link = config.registration
        ? await addRegistration(tx, { emailAddress, invitationId: id, addressShare: null })
        : null;
      await addMail(tx, config, {
        recipient: emailAddress,
        ...invitationMail({ fullName: body.fullName, sender: actor.name, organization, directAddress, link }, config),
        ...(actor.organizationId === null ? {} : { organizationId: actor.organizationId }),
      });
      await audit(tx, context, {
        action: 'users.sendInvitation',
        targetType: 'invitation',
        targetId: id,
        // Without name and address of the recipient, who has agreed to nothing.
        changes: { sharesDirectAddress: { before: null, after: directAddress !== null } },
      });
      return { id, remaining: invitationsPerDay - sent - 1 };
    }),
});

/** The address as the organization of the caller has it; null where none is to be shared. */
async function ownAddress(tx: Transaction, { organizationId }: Actor, sent: string): Promise<string | null> {
  if (sent.trim() === '') return null;
  const address = normaliseAddress(sent);
  const own = await addressesOf(tx, organizationId);
  if (own.some((one) => one.address === address)) return address;
  throw new ApiProblem('E-INVITATION-ADDRESS', {
    modelState: { directAddress: ['is not an address of your organization'] },
  });
}

interface Invitation {
  readonly fullName: string;
  readonly sender: string;
  readonly organization: string | null;
  readonly directAddress: string | null;
  readonly link: MadeLink | null;
}

const invitationMail = (
  { fullName, sender, organization, directAddress, link }: Invitation,
  config: Pick<Config, 'brand' | 'publicUrl' | 'timeZone'>,
) => {
  const { brand } = config;
  const from = organization === null ? brand.name : organization;
  return {
    subject: oneLine(`${from} invites you to ${brand.name}`),
    body: [
      `Hello ${fullName},`,
      `${sender}${organization === null ? '' : ` of ${organization}`} invites you to exchange documents with secure direct messaging on ${brand.name}.`,
      ...(directAddress === null ? [] : [`You can reach them at their direct address: ${directAddress}`]),
      ...joinTexts(link, config),
      'You do not know the sender? Then ignore this mail.',
    ].join('\n\n'),
  };
};
