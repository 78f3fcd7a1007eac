import { describe, expect, it } from 'vitest';
import { compareRecords, fieldPathsOf, mergeRecords } from '../../../admin/components/records/recordConflict.ts';

const base = { name: 'Bay', notes: null, features: ['Fax', 'Release'], identityProvider: { connectionName: 'sso' } };
const fields = fieldPathsOf(base);

describe('comparing what two people made of a record', () => {
  it('knows fields in groups by their path, and lists as one field', () => {
    expect(fields).toEqual(['name', 'notes', 'features', 'identityProvider.connectionName']);
  });
  it('asks only where both changed a field to different values', () => {
    const mine = { ...base, name: 'Mine', identityProvider: { connectionName: 'new' } };
    const theirs = { ...base, name: 'Theirs', notes: 'theirs', identityProvider: { connectionName: 'new' } };
    expect(compareRecords(fields, base, mine, theirs)).toEqual({
      conflicts: [{ field: 'name', mine: 'Mine', theirs: 'Theirs' }],
      theirsOnly: [{ field: 'notes', mine: null, theirs: 'theirs' }],
    });
  });
  it('takes an emptied text, blanks and null for the same', () => {
    const theirs = { ...base, notes: ' ' };
    expect(compareRecords(fields, base, { ...base, notes: '' }, theirs)).toEqual({ conflicts: [], theirsOnly: [] });
  });
  it('takes a list in another order for the same', () => {
    const theirs = { ...base, features: ['Release', 'Fax'] };
    expect(compareRecords(fields, base, { ...base, name: 'Mine' }, theirs)).toEqual({ conflicts: [], theirsOnly: [] });
    const fewer = compareRecords(fields, base, base, { ...base, features: ['Fax'] });
    expect(fewer.theirsOnly).toEqual([{ field: 'features', mine: ['Fax', 'Release'], theirs: ['Fax'] }]);
  });
  it('merges what only they changed and what was chosen from theirs', () => {
    const comparison = {
      conflicts: [
        { field: 'name', mine: 'Mine', theirs: 'Theirs' },
        { field: 'notes', mine: 'a', theirs: 'b' },
      ],
      theirsOnly: [{ field: 'features', mine: [], theirs: ['Fax'] }],
    };
    expect(mergeRecords(comparison, { name: 'mine', notes: 'theirs' }).map(({ field }) => field)).toEqual([
      'features',
      'notes',
    ]);
  });
});
