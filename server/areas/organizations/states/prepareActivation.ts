import { isEmail } from '../../../../shared/rules/email.ts';
import type { Config } from '../../../config.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { ApiProblem } from '../../../http/problem.ts';
import { addMail, oneLine } from '../../../mail/addMail.ts';
import type { Notes } from '../record/changeOrganization.ts';
import type { OrganizationRecord } from '../record/organizationFields.ts';
import { seedRecordsAddress } from './recordsAddress.ts';

interface ActivationWishes {
  readonly sendEmail: boolean;
  readonly seedRecords: boolean;
}

/** The activation e-mail and the default records address, as far as they are requested (spec 1 section 4); returns the changes to audit. */
export async function prepareActivation(
  tx: Transaction,
  organization: OrganizationRecord,
  { sendEmail, seedRecords }: ActivationWishes,
  config: Pick<Config, 'brand' | 'mail' | 'publicUrl'>,
): Promise<Notes> {
  const notes: Record<string, { before: null; after: unknown }> = {};
  if (sendEmail) {
    const recipients = recipientsOf(organization);
    const mail = activationMail(organization, config);
    for (const recipient of recipients) {
      await addMail(tx, config, { ...mail, recipient, organizationId: organization.id });
    }
    notes['activation e-mail'] = { before: null, after: recipients };
  }
  const address = seedRecords ? await seedRecordsAddress(tx, organization, config) : null;
  if (address !== null) notes['records address'] = { before: null, after: address };
  return notes;
}

/** The primary contact, and copies to the notification addresses of the organization (its Settings tab). */
function recipientsOf({ contactEmail, notificationEmails }: OrganizationRecord): string[] {
  if (!contactEmail || !isEmail(contactEmail)) {
    throw new ApiProblem('E-REQUEST-INVALID', {
      modelState: {
        'contact.email': ['The activation e-mail goes to the primary contact, who has no usable e-mail address.'],
      },
    });
  }
  const seen = new Set<string>();
  return [contactEmail, ...notificationEmails].filter((address) => {
    const isNew = isEmail(address) && !seen.has(address.toLowerCase());
    seen.add(address.toLowerCase());
    return isNew;
  });
}

function activationMail(organization: OrganizationRecord, { brand, publicUrl }: Pick<Config, 'brand' | 'publicUrl'>) {
  const greeting = [organization.contactFirstName, organization.contactLastName].filter(Boolean).join(' ');
  return {
    subject: oneLine(`${organization.name} is activated on ${brand.name}`),
    body: [
      `Hello${greeting ? ` ${greeting}` : ''},`,
      `your organization ${organization.name} has been activated. You can sign in at ${publicUrl}/account/login now.`,
      `Questions? Write to ${brand.supportEmail}.`,
    ].join('\n\n'),
  };
}
