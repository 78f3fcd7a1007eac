import { describe, expect, it } from 'vitest';
import {
  emptyOrganization,
  formProblems,
  nested,
  toForm,
  toWrite,
} from '../../../admin/organizations/organizationModel.ts';
import { organizationCreate, organizationUpdate } from '../../../shared/contract/organizationSchemas.ts';
import { organization } from './records.ts';

const plan = (allowedUsers: number) => ({
  id: `plan-${allowedUsers}`,
  name: 'Plan',
  tierCode: 'P',
  allowedUsers,
  monthlyPriceCents: 0,
  features: [],
});

describe('organization as it is sent', () => {
  it('is trimmed, with empty fields as null and the subdomain in the form it is stored', () => {
    const values = { ...emptyOrganization, name: '  Aspen Grove ', subdomain: ' Aspen-Grove ', npi: '   ' };
    expect(toWrite(values)).toMatchObject({ name: 'Aspen Grove', subdomain: 'aspen-grove', npi: null });
  });
  it('trims address and contact as well', () => {
    const loaded = organization();
    const values = { ...toForm(loaded), address: { ...loaded.address, city: ' Boulder ' } };
    expect(toWrite(values).address.city).toBe('Boulder');
  });
  it('carries the audit fields and the version it was loaded at', () => {
    const loaded = organization({ version: 9 });
    expect(toWrite(toForm(loaded), loaded)).toMatchObject({
      createdBy: 'system',
      createDate: '2026-01-05T10:00:00Z',
      modifiedBy: 'Grace Hill',
      modifiedDate: '2026-02-06T11:30:00Z',
      version: 9,
    });
  });
  it('is what the contract takes', () => {
    const loaded = organization();
    expect(organizationUpdate.safeParse(toWrite(toForm(loaded), loaded)).success).toBe(true);
    const fresh = { ...emptyOrganization, name: 'Cedar', subdomain: 'cedar' };
    expect(organizationCreate.safeParse(toWrite(fresh)).success).toBe(true);
  });
  it('holds every group of a stored organization as it is', () => {
    const loaded = organization({
      enabledFeatures: ['Fax'],
      allowedPurposeOfUseCodes: ['TREATMENT'],
      carequality: { isParticipating: false, organizationOid: '1.2.3', responderType: 'InitiatorOnly' },
      qhin: {
        isParticipating: true,
        qhinName: 'Lakes',
        entityType: 'Child',
        participantOid: '1.2.4',
        parentOid: '1.2.5',
      },
      direct: { isEnabled: false, providerId: null, maxAddresses: 7, recordsName: 'files' },
      settings: { passwordSignIn: false, notificationEmails: ['ops@aspen.test'] },
      allowedIpAddresses: ['192.0.2.10'],
    });
    const { enabledFeatures, allowedPurposeOfUseCodes, carequality, qhin, direct, settings, allowedIpAddresses } =
      loaded;
    const groups = {
      enabledFeatures,
      allowedPurposeOfUseCodes,
      carequality,
      qhin,
      direct,
      settings,
      allowedIpAddresses,
    };
    expect(toWrite(toForm(loaded), loaded)).toMatchObject(groups);
  });
  it('trims what is inside the groups and drops empty items of lists', () => {
    const loaded = organization();
    const values = {
      ...toForm(loaded),
      qhin: { ...loaded.qhin, qhinName: '  ', participantOid: ' 1.2.3 ' },
      allowedIpAddresses: [' 192.0.2.1 ', '  '],
    };
    const sent = toWrite(values, loaded);
    expect(sent.qhin).toMatchObject({ qhinName: null, participantOid: '1.2.3' });
    expect(sent.allowedIpAddresses).toEqual(['192.0.2.1']);
  });
  it('has, for a new organization, only what its two tabs offer', () => {
    const sent = toWrite({ ...emptyOrganization, name: 'Cedar', subdomain: 'cedar', enabledFeatures: ['Fax'] });
    expect(sent).toMatchObject({ enabledFeatures: ['Fax'], contact: emptyOrganization.contact });
    const later = ['carequality', 'qhin', 'direct', 'settings', 'allowedIpAddresses', 'allowedPurposeOfUseCodes'];
    for (const field of [...later, 'homeCommunityId']) expect(sent).not.toHaveProperty(field);
  });
});

describe('what is wrong with the form', () => {
  it('is nothing for a stored organization', () => {
    const stored = toForm(organization());
    expect(formProblems(stored, stored, [])).toEqual({});
  });
  it('names a missing name and, for a new organization, a missing subdomain', () => {
    expect(Object.keys(formProblems(emptyOrganization, undefined, []))).toEqual(
      expect.arrayContaining(['name', 'subdomain']),
    );
  });
  it('names texts that are too long for the server', () => {
    const stored = toForm(organization());
    const values = { ...stored, address: { ...stored.address, city: 'x'.repeat(256) }, name: 'x'.repeat(255) };
    expect(formProblems(values, stored, [])).toEqual({ 'address.city': 'Must be 255 characters or less' });
  });
  it('names fields of address and contact by their path', () => {
    const stored = toForm(organization());
    const values = {
      ...stored,
      address: { ...stored.address, zip: '1' },
      contact: { ...stored.contact, email: 'nobody' },
    };
    expect(Object.keys(formProblems(values, stored, []))).toEqual(['address.zip', 'contact.email']);
  });
  it('names fields of the further tabs by their path', () => {
    const stored = toForm(organization());
    const values = {
      ...stored,
      carequality: { ...stored.carequality, organizationOid: 'none' },
      qhin: { ...stored.qhin, isParticipating: true, entityType: 'Child' as const },
      direct: { ...stored.direct, maxAddresses: null, recordsName: 'a..b' },
      settings: { ...stored.settings, notificationEmails: ['nobody'] },
      allowedIpAddresses: ['300.1.1.1'],
    };
    expect(Object.keys(formProblems(values, stored, [])).sort()).toEqual(
      [
        'allowedIpAddresses',
        'carequality.organizationOid',
        'direct.maxAddresses',
        'direct.recordsName',
        'qhin.parentOid',
        'qhin.participantOid',
        'qhin.qhinName',
        'settings.notificationEmails',
      ].sort(),
    );
  });
  it('refuses a plan that allows fewer users than there are', () => {
    const stored = toForm(organization({ numberOfUsers: 20 }));
    const values = { ...stored, planId: 'plan-10' };
    expect(formProblems(values, stored, [plan(10)])).toHaveProperty('planId');
    expect(formProblems({ ...stored, planId: 'plan--1' }, stored, [plan(-1)])).toEqual({});
  });
  it('leaves a stored plan that has become too small alone while neither plan nor users change', () => {
    const stored = toForm(organization({ numberOfUsers: 20, planId: 'plan-10' }));
    expect(formProblems({ ...stored, fax: '303-555-0100' }, stored, [plan(10)])).toEqual({});
    expect(formProblems({ ...stored, numberOfUsers: 21 }, stored, [plan(10)])).toHaveProperty('planId');
  });
});

describe('errors for the form', () => {
  it('are nested by their path', () => {
    expect(nested({ name: 'a', 'address.zip': 'b', 'address.city': 'c' })).toEqual({
      name: 'a',
      address: { zip: 'b', city: 'c' },
    });
  });
});
