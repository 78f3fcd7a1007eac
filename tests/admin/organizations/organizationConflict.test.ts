import { describe, expect, it } from 'vitest';
import { compareVersions, fieldPaths, mergeVersions } from '../../../admin/organizations/organizationConflict.ts';
import { toForm } from '../../../admin/organizations/organizationModel.ts';
import { organization } from './records.ts';

const base = toForm(organization());

describe('comparison of two versions of an organization', () => {
  it('asks about a field both changed to different values', () => {
    const comparison = compareVersions(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' });
    expect(comparison.conflicts).toEqual([{ field: 'name', mine: 'Mine', theirs: 'Theirs' }]);
    expect(comparison.theirsOnly).toEqual([]);
  });
  it('asks nothing where both made the same change', () => {
    const same = { ...base, name: 'Same' };
    expect(compareVersions(base, same, same)).toEqual({ conflicts: [], theirsOnly: [] });
  });
  it('takes over what only they changed, inside the address too', () => {
    const theirs = { ...base, address: { ...base.address, city: 'Denver' } };
    expect(compareVersions(base, { ...base, fax: '1' }, theirs)).toEqual({
      conflicts: [],
      theirsOnly: [{ field: 'address.city', mine: 'Boulder', theirs: 'Denver' }],
    });
  });
  it('keeps silent about what only I changed', () => {
    expect(compareVersions(base, { ...base, fax: '1' }, base)).toEqual({ conflicts: [], theirsOnly: [] });
  });
  it('looks at every field of the form', () => {
    expect(fieldPaths).toContain('contact.email');
    expect(fieldPaths).toHaveLength(14 + 5 + 6);
  });
});

describe('merge', () => {
  const comparison = compareVersions(
    base,
    { ...base, name: 'Mine', npi: '1' },
    { ...base, name: 'Theirs', npi: '2', fax: '3' },
  );
  it('changes the fields where theirs was taken, and those only they changed', () => {
    expect(mergeVersions(comparison, { name: 'theirs', npi: 'mine' })).toEqual([
      ['fax', '3'],
      ['name', 'Theirs'],
    ]);
  });
  it('keeps mine everywhere else', () => {
    expect(mergeVersions(comparison, { name: 'mine', npi: 'mine' })).toEqual([['fax', '3']]);
  });
});
