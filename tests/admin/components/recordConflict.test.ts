import { describe, expect, it } from 'vitest';
import { compareRecords, fieldPathsOf, mergeRecords } from '../../../admin/components/versionConflict.ts';

const base = { name: 'Bay', notes: null, features: ['Fax', 'Release'], identityProvider: { connectionName: 'sso' } };
const fields = fieldPathsOf(base);

describe('comparing what two people made of a record', () => {
  it('knows fields in groups by their path, and lists as one field', () => {
    expect(fields).toEqual(['name', 'notes', 'features', 'identityProvider.connectionName']);
  });
  it('asks only where both changed a field to different values', () => {
    const local = { ...base, name: 'Mine', identityProvider: { connectionName: 'new' } };
    const remote = { ...base, name: 'Theirs', notes: 'remote', identityProvider: { connectionName: 'new' } };
    expect(compareRecords(fields, base, local, remote)).toEqual({
      conflicts: [{ field: 'name', local: 'Mine', remote: 'Theirs' }],
      remoteOnly: [{ field: 'notes', local: null, remote: 'remote' }],
    });
  });
  it('takes an emptied text, blanks and null for the same', () => {
    const remote = { ...base, notes: ' ' };
    expect(compareRecords(fields, base, { ...base, notes: '' }, remote)).toEqual({ conflicts: [], remoteOnly: [] });
  });
  it('takes a list in another order for the same', () => {
    const remote = { ...base, features: ['Release', 'Fax'] };
    expect(compareRecords(fields, base, { ...base, name: 'Mine' }, remote)).toEqual({ conflicts: [], remoteOnly: [] });
    const fewer = compareRecords(fields, base, base, { ...base, features: ['Fax'] });
    expect(fewer.remoteOnly).toEqual([{ field: 'features', local: ['Fax', 'Release'], remote: ['Fax'] }]);
  });
  it('merges what only they changed and what was chosen from remote', () => {
    const comparison = {
      conflicts: [
        { field: 'name', local: 'Mine', remote: 'Theirs' },
        { field: 'notes', local: 'a', remote: 'b' },
      ],
      remoteOnly: [{ field: 'features', local: [], remote: ['Fax'] }],
    };
    expect(mergeRecords(comparison, { name: 'local', notes: 'remote' }).map(({ field }) => field)).toEqual([
      'features',
      'notes',
    ]);
  });
});
