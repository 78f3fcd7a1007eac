import { describe, expect, it } from 'vitest';
import { type Comparison, compareRecords, fieldPathsOf } from '../../../admin/components/versionConflict.ts';
import {
  emptyOrganization,
  type OrganizationFormValues,
  toForm,
} from '../../../admin/organizations/organizationModel.ts';
import { organization } from './records.ts';

const fields = fieldPathsOf(emptyOrganization);
const base = toForm(organization());
const compare = (local: OrganizationFormValues, remote: OrganizationFormValues): Comparison =>
  compareRecords(fields, base, local, remote);

describe('two versions of an organization', () => {
  it('are compared in every field of the form', () => {
    expect(fields).toContain('contact.email');
    expect(fields).toContain('enabledFeatures');
    expect(fields).toContain('qhin.parentOid');
    expect(fields).toHaveLength(17 + 5 + 6 + 3 + 5 + 4 + 2);
    expect(fieldPathsOf(base)).toEqual(fields);
  });
  it('are merged where only they changed something, inside the address too', () => {
    const remote = { ...base, address: { ...base.address, city: 'Denver' } };
    expect(compare({ ...base, fax: '1' }, remote)).toEqual({
      conflicts: [],
      remoteOnly: [{ field: 'address.city', local: 'Boulder', remote: 'Denver' }],
    });
  });
  it('say nothing where both made the same change, or I alone did', () => {
    const same = { ...base, name: 'Same' };
    expect(compare(same, same)).toEqual({ conflicts: [], remoteOnly: [] });
    expect(compare({ ...base, fax: '1' }, base)).toEqual({ conflicts: [], remoteOnly: [] });
  });
  it('differ by what is in their lists and by the state of their switches', () => {
    const local = { ...base, enabledFeatures: ['a', 'b'], settings: { ...base.settings, passwordSignIn: false } };
    const remote = { ...base, enabledFeatures: ['b', 'a'], direct: { ...base.direct, isEnabled: false } };
    expect(compare(local, remote)).toEqual({
      conflicts: [],
      remoteOnly: [{ field: 'direct.isEnabled', local: true, remote: false }],
    });
    expect(compare(local, { ...base, enabledFeatures: ['c'] }).conflicts).toEqual([
      { field: 'enabledFeatures', local: ['a', 'b'], remote: ['c'] },
    ]);
  });
});
