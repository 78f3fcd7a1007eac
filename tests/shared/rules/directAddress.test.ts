import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { directAddressTexts } from '../../../shared/rules/address.ts';
import {
  directAddressText,
  domainOfAddress,
  isMailDomain,
  isPlatformDomain,
  normaliseAddress,
  wholeAddressProblem,
} from '../../../shared/rules/directAddress.ts';
import { canActivateFax, faxStatusesAfter, faxTransitionText } from '../../../shared/rules/documentSource.ts';

describe('a direct address as a whole', () => {
  test.each([
    ['records@clinic.direct.example.org', null],
    ["O'Neil+1@Clinic.Example.ORG", null],
    ['records', directAddressText],
    ['@clinic.example.org', directAddressText],
    ['records@clinic', directAddressText],
    ['records@-clinic.example.org', directAddressText],
    [`${'x'.repeat(65)}@clinic.example.org`, directAddressText],
    [`x@${'abcdefghi.'.repeat(25)}example`, directAddressText],
    ['a@b@clinic.example.org', directAddressTexts.characters],
    ['a b@clinic.example.org', directAddressTexts.characters],
    ['a..b@clinic.example.org', directAddressTexts.consecutivePeriods],
    ['a.@clinic.example.org', directAddressTexts.outerPeriod],
  ])('%s', (address, problem) => {
    expect(wholeAddressProblem(address)).toBe(problem);
  });

  test('keeps name and domain, whatever the case', () => {
    const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,10}[a-z0-9])?$/);
    const name = fc.stringMatching(/^[A-Za-z0-9!#$_%&'*+~-]{1,20}$/);
    fc.assert(
      fc.property(name, fc.array(label, { minLength: 2, maxLength: 4 }), (local, labels) => {
        const address = `${local}@${labels.join('.').toUpperCase()}`;
        expect(wholeAddressProblem(address)).toBeNull();
        expect(domainOfAddress(normaliseAddress(address))).toBe(labels.join('.'));
      }),
    );
  });
});

test('a mail domain has two labels or more, and is no IP address', () => {
  for (const domain of ['a.b', 'direct.clinic-7.example.org', 'xn--bcher-kva.example'])
    expect(isMailDomain(domain)).toBe(true);
  for (const domain of ['', 'a', 'a.', '.a', 'a..b', '1.2.3.4', 'a_b.c', 'A.B', `${'x'.repeat(64)}.org`]) {
    expect(isMailDomain(domain), domain).toBe(false);
  }
});

test('the domain of the platform covers its subdomains and no similar names', () => {
  expect(isPlatformDomain('carepost.example', 'carepost.example')).toBe(true);
  expect(isPlatformDomain('a.direct.carepost.example', 'carepost.example')).toBe(true);
  expect(isPlatformDomain('notcarepost.example', 'carepost.example')).toBe(false);
});

describe('fax statuses', () => {
  test.each([
    [0, [1, 5]],
    [1, [2, 3]],
    [2, [1, 5]],
    [3, [4, 5]],
    [4, []],
    [5, [0, 3]],
  ])('after %i', (status, next) => {
    expect(faxStatusesAfter(status)).toEqual(next);
  });

  test('activation by hand starts from Provisioning, Pending Update and Failed', () => {
    expect([0, 1, 2, 3, 4, 5].filter(canActivateFax)).toEqual([0, 1, 2, 5]);
  });

  test('the error names the possible next statuses', () => {
    expect(faxTransitionText(1)).toBe('A fax number that is Activated can become Pending Update or Pending Deletion.');
    expect(faxTransitionText(4)).toBe('A fax number that is Deleted keeps that status.');
  });
});
