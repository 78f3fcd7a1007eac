import { expect, test } from 'vitest';
import { directAddressProblem, isPoBox, isZip } from '../../../shared/rules/address.ts';
import { isOid } from '../../../shared/rules/carequality.ts';
import { isDigits, isWholeNumber } from '../../../shared/rules/characters.ts';
import { isMailDomain, wholeAddressProblem } from '../../../shared/rules/directAddress.ts';
import { isEmail } from '../../../shared/rules/email.ts';
import { isFax } from '../../../shared/rules/fax.ts';
import { isFileName } from '../../../shared/rules/fileName.ts';
import { isIpAddress } from '../../../shared/rules/ipAddress.ts';
import { isOneLine } from '../../../shared/rules/message.ts';
import { isNpi } from '../../../shared/rules/npi.ts';
import { isPhone } from '../../../shared/rules/phone.ts';
import { isUrlCode } from '../../../shared/rules/reseller.ts';
import { isSecureUrl } from '../../../shared/rules/secureUrl.ts';
import { isVisible } from '../../../shared/rules/visibleText.ts';

const checks = {
  directAddressProblem,
  isDigits,
  isEmail,
  isFax,
  isFileName,
  isIpAddress,
  isMailDomain,
  isNpi,
  isOid,
  isOneLine,
  isPhone,
  isPoBox,
  isSecureUrl,
  isUrlCode,
  isVisible,
  isWholeNumber,
  isZip,
  wholeAddressProblem,
};
const parts = [
  'a',
  '0',
  ' ',
  '.',
  '-',
  '1.',
  'a.',
  'a@',
  'a-',
  'P.',
  'p o ',
  '(1) ',
  '\t',
  '\u200b',
  'é',
  'https://a.',
];
const length = 200_000;

/** In steps that grow with the square of the length this takes minutes, and the test ends at its limit of time. */
test.each(Object.entries(checks))('%s is through with 200,000 hostile characters at once (IN-6)', (_name, check) => {
  for (const part of parts) {
    const long = part.repeat(length / part.length);
    for (const text of [long, `${long}!`, `!${long}`, `1${long}\n`]) expect(() => check(text)).not.toThrow();
  }
});
