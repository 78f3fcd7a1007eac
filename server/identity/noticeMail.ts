import type { Config } from '../config.ts';
import type { Transaction } from '../database/transaction.ts';
import { addMail, oneLine } from '../mail/addMail.ts';

const happened = {
  password: 'The password of your account was changed.',
  codesOn: 'One-time codes were turned on for your account: the sign-in asks for a code besides the password.',
  codesOff: 'One-time codes were turned off for your account: the sign-in asks for the password alone.',
  recoveryCodes: 'New recovery codes were made for your account; earlier ones stopped working.',
  emailRequested:
    'A new e-mail address was requested for your account. It is used once the link that was mailed there is opened.',
  emailChanged: 'The e-mail address of your account was changed. This address is not used any more.',
} as const;

/** Informs the owner of an account about a change of how it signs in, so that a change by another person is noticed (quality AU-5). */
export const mailNotice = (
  tx: Transaction,
  { brand, ...config }: Pick<Config, 'brand' | 'mail'>,
  { userName }: { readonly userName: string },
  kind: keyof typeof happened,
): Promise<void> =>
  addMail(tx, config, {
    recipient: userName,
    subject: oneLine(`Your ${brand.name} account was changed`),
    body: [
      happened[kind],
      `Was it you? Then nothing is left to do. If not, change your password and write to ${brand.supportEmail} at once.`,
    ].join('\n\n'),
  });
