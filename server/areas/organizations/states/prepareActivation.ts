import type { Config } from '../../../config.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { OrganizationRecord } from '../record/organizationFields.ts';
import { addDirectAddress, addMail } from './activationStore.ts';

interface ActivationWishes {
  readonly sendEmail: boolean;
  readonly seedRecords: boolean;
}

/** The activation e-mail and the default records address, as far as they are wanted (spec 1 section 4). */
export async function prepareActivation(
  tx: Transaction,
  organization: OrganizationRecord,
  { sendEmail, seedRecords }: ActivationWishes,
  config: Pick<Config, 'brand' | 'publicUrl'>,
): Promise<void> {
  if (sendEmail) await addMail(tx, activationMail(organization, config));
  // Without a subdomain there is no place for the address; it can be made when the organization has one.
  if (seedRecords && organization.subdomain) {
    await addDirectAddress(tx, {
      organizationId: organization.id,
      address: `records@${organization.subdomain}.direct.${domainOf(config)}`,
      displayName: `${organization.name} Records`,
    });
  }
}

/** On one's own machine there is no domain to address; the example domain of the demo data stands in. */
const domainOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' || /^[\d.[\]:]+$/.test(hostname) ? 'carepost.example' : hostname;
};

function activationMail(organization: OrganizationRecord, { brand, publicUrl }: Pick<Config, 'brand' | 'publicUrl'>) {
  if (!organization.contactEmail) {
    throw new ApiProblem('E-REQUEST-INVALID', {
      modelState: {
        'contact.email': ['The activation e-mail goes to the primary contact, who has no e-mail address.'],
      },
    });
  }
  const greeting = [organization.contactFirstName, organization.contactLastName].filter(Boolean).join(' ');
  return {
    recipient: organization.contactEmail,
    subject: `${organization.name} is activated on ${brand.name}`,
    body: [
      `Hello${greeting ? ` ${greeting}` : ''},`,
      `your organization ${organization.name} has been activated. You can sign in at ${publicUrl}/account/login now.`,
      `Questions? Write to ${brand.supportEmail}.`,
    ].join('\n\n'),
  };
}
