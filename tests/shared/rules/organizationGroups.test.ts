import { describe, expect, it, test } from 'vitest';
import { ipAddressText } from '../../../shared/rules/ipAddress.ts';
import { networkProblems, serviceAddressProblems, serviceClientPrefix } from '../../../shared/rules/network.ts';
import { organizationProblems } from '../../../shared/rules/organization.ts';
import { isPurposeOfUse, purposeOfUseName, purposesOfUse } from '../../../shared/rules/purposeOfUse.ts';

const problemsOf = (fields: object, check: 'record' | 'change' = 'record') =>
  organizationProblems({ name: 'A', ...fields }, check);

const participant = {
  isParticipating: true,
  qhinName: 'eHealth Exchange',
  entityType: 'Participant',
  participantOid: '2.16.840.1',
};
const oidText = 'Enter a valid OID, such as 2.16.840.1.113883.3.1234.';

describe('the further tabs of an organization', () => {
  it('have no problem if they are valid, empty or absent', () => {
    expect(
      problemsOf({
        allowedPurposeOfUseCodes: ['TREATMENT', 'PAYMENT', 'OPERATIONS', 'PUBLICHEALTH', 'COVERAGE', 'REQUEST'],
        carequality: { organizationOid: 'urn:oid:2.16.840.1' },
        qhin: participant,
        direct: { recordsName: 'medical.records', maxAddresses: 0 },
        settings: { notificationEmails: ['a@b.example', 'b@b.example'] },
        allowedIpAddresses: ['203.0.113.7'],
      }),
    ).toEqual({});
    const empty = { allowedPurposeOfUseCodes: [], carequality: null, qhin: {}, direct: {}, settings: null };
    expect(problemsOf({ ...empty, allowedIpAddresses: null })).toEqual({});
  });

  test.each([
    [
      'allowedPurposeOfUseCodes',
      { allowedPurposeOfUseCodes: ['treatment'] },
      ['Choose purposes of use from the list.'],
    ],
    ['carequality.organizationOid', { carequality: { organizationOid: '2' } }, [oidText]],
    ['qhin.participantOid', { qhin: { ...participant, participantOid: 'x' } }, [oidText]],
    ['qhin.parentOid', { qhin: { parentOid: 'x' } }, [oidText]],
    [
      'qhin.parentOid',
      { qhin: { ...participant, parentOid: 'urn:oid:2.16.840.1' } },
      ['An organization cannot be its own parent.'],
    ],
    ['qhin.parentOid', { qhin: { ...participant, entityType: 'Child' } }, ['Parent OID is required for a Child.']],
    [
      'qhin.parentOid',
      { qhin: { ...participant, entityType: 'Sub-Participant', parentOid: ' ' } },
      ['Parent OID is required for a Sub-Participant.'],
    ],
    ['direct.recordsName', { direct: { recordsName: '' } }, ['Name of the records address is required.']],
    ['direct.recordsName', { direct: { recordsName: 'a@b' } }, ['Direct Address contains invalid character.']],
    [
      'direct.recordsName',
      { direct: { recordsName: '.a' } },
      ["Direct Address can't start or end with period character."],
    ],
    [
      'direct.maxAddresses',
      { direct: { maxAddresses: '' } },
      ['Maximum number of addresses must be a whole number from 0 to 100,000.'],
    ],
    [
      'direct.maxAddresses',
      { direct: { maxAddresses: 100_001 } },
      ['Maximum number of addresses must be a whole number from 0 to 100,000.'],
    ],
    [
      'settings.notificationEmails',
      { settings: { notificationEmails: ['a@b.example', 'nobody', 'A@b.example'] } },
      ['nobody: Enter a valid e-mail address.', 'A@b.example is in the list more than once.'],
    ],
    [
      'allowedIpAddresses',
      { allowedIpAddresses: ['1.2.3.4', '1.2.3.4', '1.2.3.4', '01.2.3.4'] },
      ['1.2.3.4 is in the list more than once.', `01.2.3.4: ${ipAddressText}`],
    ],
  ])('are told about %s of %j', (field, fields, texts) => {
    expect(problemsOf(fields)).toEqual({ [field]: texts });
  });

  test.each([
    ['qhinName', 'QHIN name is required when the organization participates.'],
    ['entityType', 'Entity type is required when the organization participates.'],
    ['participantOid', 'Participant OID is required when the organization participates.'],
  ])('need %s when the organization participates, and only then', (field, text) => {
    for (const value of [undefined, null, ' ']) {
      expect(problemsOf({ qhin: { ...participant, [field]: value } })).toEqual({ [`qhin.${field}`]: [text] });
      expect(problemsOf({ qhin: { ...participant, isParticipating: false, [field]: value } })).toEqual({});
    }
  });

  it('may leave fields out of a change, but not empty them', () => {
    expect(problemsOf({ qhin: { isParticipating: true } }, 'change')).toEqual({});
    expect(Object.keys(problemsOf({ qhin: { isParticipating: true, qhinName: '' } }, 'change'))).toEqual([
      'qhin.qhinName',
    ]);
  });
});

describe('a purpose of use', () => {
  it('has a unique code and a unique name', () => {
    expect(new Set(purposesOfUse.map(({ code }) => code)).size).toBe(purposesOfUse.length);
    expect(new Set(purposesOfUse.map(({ name }) => name)).size).toBe(purposesOfUse.length);
    expect(purposesOfUse.every(({ code }) => isPurposeOfUse(code))).toBe(true);
  });

  it('is shown by its name, and by its code where it is unknown', () => {
    expect(purposeOfUseName('TREATMENT')).toBe('Treatment');
    expect(purposeOfUseName('OTHER')).toBe('OTHER');
  });
});

describe('a network', () => {
  it('needs a name, unless a change leaves it out', () => {
    expect(networkProblems({ name: ' ' })).toEqual({ name: ['Name is required.'] });
    expect(networkProblems({ name: 'Carequality' })).toEqual({});
    expect(networkProblems({})).toEqual({});
  });

  it('takes IPv4 addresses for its service account, each once', () => {
    expect(serviceAddressProblems(['203.0.113.7', '203.0.113.8'])).toEqual({});
    expect(serviceAddressProblems(['203.0.113.7', '203.0.113.7', 'x'])).toEqual({
      ipAddresses: ['203.0.113.7 is in the list more than once.', `x: ${ipAddressText}`],
    });
  });

  test.each([
    ['Great Lakes Health Connect', 'net-great-lakes-health-connect'],
    ['  Ümläute & Söhne  ', 'net-ml-ute-s-hne'],
    ['診療所', 'net'],
    [`${'x'.repeat(39)} tail`, `net-${'x'.repeat(39)}`],
  ])('%s gives its service account a client id that begins with %s', (name, prefix) => {
    expect(serviceClientPrefix(name)).toBe(prefix);
  });
});
