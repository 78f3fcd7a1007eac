import { describe, expect, it } from 'vitest';
import { type Comparison, compareRecords, fieldPathsOf } from '../../../admin/components/records/recordConflict.ts';
import {
  emptyOrganization,
  type OrganizationFormValues,
  toForm,
} from '../../../admin/organizations/organizationModel.ts';
import { organization } from './records.ts';

const fields = fieldPathsOf(emptyOrganization);
const base = toForm(organization());
const compare = (mine: OrganizationFormValues, theirs: OrganizationFormValues): Comparison =>
  compareRecords(fields, base, mine, theirs);

describe('two versions of an organization', () => {
  it('are compared in every field of the form', () => {
    expect(fields).toContain('contact.email');
    expect(fields).toContain('enabledFeatures');
    expect(fields).toContain('qhin.parentOid');
    expect(fields).toHaveLength(17 + 5 + 6 + 3 + 5 + 4 + 2);
    expect(fieldPathsOf(base)).toEqual(fields);
  });
  it('are merged where only they changed something, inside the address too', () => {
    const theirs = { ...base, address: { ...base.address, city: 'Denver' } };
    expect(compare({ ...base, fax: '1' }, theirs)).toEqual({
      conflicts: [],
      theirsOnly: [{ field: 'address.city', mine: 'Boulder', theirs: 'Denver' }],
    });
  });
  it('say nothing where both made the same change, or I alone did', () => {
    const same = { ...base, name: 'Same' };
    expect(compare(same, same)).toEqual({ conflicts: [], theirsOnly: [] });
    expect(compare({ ...base, fax: '1' }, base)).toEqual({ conflicts: [], theirsOnly: [] });
  });
  it('differ by what is in their lists and by the state of their switches', () => {
    const mine = { ...base, enabledFeatures: ['a', 'b'], settings: { ...base.settings, passwordSignIn: false } };
    const theirs = { ...base, enabledFeatures: ['b', 'a'], direct: { ...base.direct, isEnabled: false } };
    expect(compare(mine, theirs)).toEqual({
      conflicts: [],
      theirsOnly: [{ field: 'direct.isEnabled', mine: true, theirs: false }],
    });
    expect(compare(mine, { ...base, enabledFeatures: ['c'] }).conflicts).toEqual([
      { field: 'enabledFeatures', mine: ['a', 'b'], theirs: ['c'] },
    ]);
  });
});
