import type { Config } from '../config.ts';
import { mailTime, oneLine } from '../mail/addMail.ts';
import type { MadeLink } from './registrationLinks.ts';

type MailConfig = Pick<Config, 'brand' | 'publicUrl' | 'timeZone'>;

/** In the fragment, which no server and no log gets to see. */
const linkTo = (token: string, { publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}/account/register#${token}`;

const signInText = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  `This address has an account already. Sign in here:\n${publicUrl}/account/login`;

const onceUntil = (expiresAt: Date, config: MailConfig) => `The link works once, until ${mailTime(expiresAt, config)}.`;

/** The mail to an address that was entered on the page of the registration. */
export const registrationMail = ({ token, expiresAt }: Pick<MadeLink, 'token' | 'expiresAt'>, config: MailConfig) => {
  const { brand } = config;
  return {
    subject: oneLine(`Register your organization for ${brand.name}`),
    body: [
      'Hello,',
      `this address was entered to register an organization for ${brand.name}.`,
      ...(token === null
        ? [signInText(config), 'You do not know your password? Choose “Forgot your password?” there.']
        : [`Continue here:\n${linkTo(token, config)}`, onceUntil(expiresAt, config)]),
      `It was not you? Then ignore this mail. Questions? Write to ${brand.supportEmail}.`,
    ].join('\n\n'),
  };
};

/** How an invited person joins: by their own link, which is null where the installation is closed for new organizations. */
export const joinTexts = (link: MadeLink | null, config: MailConfig): string[] => {
  const { brand, publicUrl } = config;
  if (link === null) return [`To join, open ${publicUrl} or write to ${brand.supportEmail}.`];
  if (link.token === null) return [signInText(config)];
  return [
    `To join, register your organization here:\n${linkTo(link.token, config)}`,
    onceUntil(link.expiresAt, config),
  ];
};
