import { emailText, isEmail } from './email.ts';
import { isSecureUrl } from './secureUrl.ts';

/** Shown beside a brand's address that is not secure; the spec names the rule (spec 3 section 5) but no text. */
export const brandAddressText = 'Enter a secure address that starts with https://.';
/** Shown beside a brand's colour of another form. */
export const brandColorText = 'Enter a color such as #0b5f73.';

/** Whether the value is a colour as brands have it: # and six hexadecimal digits. */
export const isBrandColor = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value);

/** What a form knows of a brand (spec 1 section 3). */
export interface BrandFields {
  readonly appUrl?: string | undefined;
  readonly primaryColor?: string | undefined;
  readonly supportEmail?: string | undefined;
}

/** Field to the texts of what is wrong with it; fields left out are not looked at. */
export const brandProblems = ({ appUrl, primaryColor, supportEmail }: BrandFields): Record<string, string[]> => ({
  ...(appUrl !== undefined && !isSecureUrl(appUrl) ? { appUrl: [brandAddressText] } : {}),
  ...(primaryColor !== undefined && !isBrandColor(primaryColor) ? { primaryColor: [brandColorText] } : {}),
  ...(supportEmail !== undefined && !isEmail(supportEmail) ? { supportEmail: [emailText] } : {}),
});
