import { describe, expect, it } from 'vitest';
import {
  emptyOrganization,
  formProblems,
  nested,
  toForm,
  toWrite,
} from '../../../admin/organizations/organizationModel.ts';
import { organizationUpdate } from '../../../shared/contract/organizationSchemas.ts';
import { organization } from './records.ts';

const plan = (allowedUsers: number) => ({ id: `plan-${allowedUsers}`, name: 'Plan', tierCode: 'P', allowedUsers });

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
  it('names fields of address and contact by their path', () => {
    const stored = toForm(organization());
    const values = {
      ...stored,
      address: { ...stored.address, zip: '1' },
      contact: { ...stored.contact, email: 'nobody' },
    };
    expect(Object.keys(formProblems(values, stored, []))).toEqual(['address.zip', 'contact.email']);
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
