import { describe, expect, test } from 'vitest';
import { dayIn, parsePastedDate } from '../../../shared/rules/dates.ts';
import {
  emergencyOrganizationText,
  parseEmergencyDate,
  parseEmergencyOrganization,
} from '../../../shared/rules/emergency.ts';

describe('a disabled date', () => {
  test.each([
    ['2/3/2027', '2027-02-03'],
    ['12/31/90', '2090-12-31'],
    ['02032027', '2027-02-03'],
    ['020327', '2027-02-03'],
    [' 2027-02-03 ', '2027-02-03'],
    ['2/29/2027', null],
    ['13/1/2027', null],
    ['2027-02-29', null],
    ['12/31/1899', null],
    ['3 Feb 2027', null],
    ['', null],
  ])('%j is %s', (text, day) => {
    expect(parseEmergencyDate(text)).toBe(day);
  });

  test('with two digits of the year lies in the 2000s also where it is pasted', () => {
    expect(parsePastedDate('12/31/90', '2026-11-25', 'ahead')).toBe('2090-12-31');
    expect(parsePastedDate('12-31-90', '2026-11-25', 'ahead')).toBe('2090-12-31');
    expect(parsePastedDate('12/31/90', '2026-11-25')).toBe('1990-12-31');
  });
});

test.each([
  ['2026-11-25T10:30:00Z', 'UTC', '2026-11-25'],
  ['2026-11-25T04:59:59Z', 'America/New_York', '2026-11-24'],
  ['2026-11-25T05:00:00Z', 'America/New_York', '2026-11-25'],
  ['2026-11-25T10:00:00Z', 'Pacific/Kiritimati', '2026-11-26'],
  // The hour that a summer time skips.
  ['2027-03-14T06:59:59Z', 'America/New_York', '2027-03-14'],
  ['2027-03-15T03:59:59Z', 'America/New_York', '2027-03-14'],
  ['2027-01-01T00:00:00Z', 'Pacific/Honolulu', '2026-12-31'],
])('at %s it is in %s the day %s', (at, zone, day) => {
  expect(dayIn(new Date(at), zone)).toBe(day);
});

test('an organization is written as its OID and its name, and read again', () => {
  const organization = { oid: '2.16.840.1.113883.3.1', name: 'Harbor County Health' };
  expect(emergencyOrganizationText(organization)).toBe('2.16.840.1.113883.3.1 Harbor County Health');
  for (const text of [
    '2.16.840.1.113883.3.1 Harbor County Health',
    ' urn:oid:2.16.840.1.113883.3.1   Harbor County Health ',
  ])
    expect(parseEmergencyOrganization(text)).toEqual(organization);
  expect(parseEmergencyOrganization('Harbor County')).toContain('does not begin with an OID');
  expect(parseEmergencyOrganization('2.16.840.1')).toContain('has no name');
});
