import { Chalk } from 'chalk';
import { describe, expect, test } from 'vitest';
import { chooseFields } from '../../cli/output/fields.ts';
import { drawRows } from '../../cli/output/table.ts';
import { parseSort, sortRows } from '../../cli/output/fields.ts';
import { meets, parseCondition } from '../../cli/output/where.ts';

const fields = {
  all: ['id', 'name', 'count', 'active', 'createDate', 'address.city', 'address.state', 'tags', 'note'],
  table: ['id', 'name'],
};
const now = Date.parse('2026-08-21T06:00:00Z');
const row = {
  id: '1',
  name: "O'Hara Clinic",
  count: 12,
  active: true,
  createDate: '2026-08-20T06:00:00.000Z',
  address: { city: 'Austin', state: 'TX' },
  tags: ['a', 'b'],
  note: null,
};

describe('--where', () => {
  test.each([
    ["name=O'Hara Clinic", true],
    ['name~clinic', true],
    ['name!=x', true],
    ['count=12', true],
    ['count=012', true],
    ['count>9', true],
    ['count<9', false],
    ['count>=12', true],
    ['active=true', true],
    ['active!=false', true],
    ['active=Yes', true],
    ['active in (no)', false],
    ['createDate>=-7d', true],
    ['createDate<-7d', false],
    ['createDate>=2026-08-20', true],
    ['createDate<now', true],
    ['createDate=2026-08-20T06:00:00', true],
    ['createDate=2026-08-20T08:00:00+0200', true],
    ['createDate=2024-02-29', false],
    ['address.city=Austin', true],
    ['address~tx', true],
    ['address.state in (CA,TX)', true],
    ['address.state in CA,NY', false],
    ['tags=b', true],
    ['tags=c', false],
    ['note=', true],
    ['note!=', false],
    ['note>1', false],
    ['name=', false],
  ])('%s is %s', (text, expected) => {
    expect(meets(row, parseCondition(text, fields), now)).toBe(expected);
  });

  test.each(['name~=clinic', 'name==x', 'count=>9', 'count<>9', 'name=~x'])('refuses the operator of "%s"', (text) => {
    expect(() => parseCondition(text, fields)).toThrow(/is not an operator/);
  });

  test('a Message-ID in angle brackets is a value', () => {
    expect(parseCondition('name=<a.b@clinic.example>', fields).values).toEqual(['<a.b@clinic.example>']);
  });

  test('a value that begins as an operator has a blank before it', () => {
    expect(parseCondition('name~ =cmd', fields)).toMatchObject({ operator: '~', values: ['=cmd'] });
  });

  test.each(['', 'name', 'nme=x', '=x', 'name is x'])('refuses "%s"', (text) => {
    expect(() => parseCondition(text, fields)).toThrow();
  });
});

test.each([
  'active=maybe',
  'active!=constructor',
  'count=many',
  'count in (12,many)',
  'createDate>=yesterday',
  'createDate<-7x',
])('a value the field can never have is refused, not answered with nothing: %s', (text) => {
  expect(() => meets(row, parseCondition(text, fields), now)).toThrow(/--where compares/);
});

test.each([
  'createDate>=2026-02-30',
  'createDate=2026-08-20T25:00',
  'createDate>-999999999999d',
  'createDate<1900-01-01',
])('an invalid or too distant timestamp is refused: %s', (text) => {
  expect(() => meets(row, parseCondition(text, fields), now)).toThrow(/--where names/);
});

test('--sort puts empty values last in both directions', () => {
  const rows = [{ count: 2 }, { count: null }, { count: 10 }];
  const sorted = (text: string) => sortRows([...rows], parseSort(text, fields)).map(({ count }) => count);
  expect(sorted('count')).toEqual([2, 10, null]);
  expect(sorted('count:desc')).toEqual([10, 2, null]);
});

test('--fields names a group of fields by its stem', () => {
  expect(chooseFields('address', fields.all, fields)).toEqual(['address.city', 'address.state']);
  expect(chooseFields('+note,-id', fields.table, fields)).toEqual(['name', 'note']);
  expect(() => chooseFields('-id,-name', fields.table, fields)).toThrow('no field');
});

describe('a field with a fixed set of values', () => {
  const listed = {
    all: ['type', 'status', 'name'],
    table: ['type', 'status', 'name'],
    values: { type: ['DirectMessaging', 'Fax'], status: { Provisioning: 0, Activated: 1, 'Pending Update': 2 } },
  };
  const fax = { type: 'Fax', status: 2, name: 'Front office' };
  const isMet = (text: string) => meets(fax, parseCondition(text, listed), now);

  test.each([
    ['type=fax', true],
    ['type!=DirectMessaging', true],
    ['type in (fax, directmessaging)', true],
    ['type~dire', false],
    ['status=Pending Update', true],
    ['status=pending update', true],
    ['status=2', true],
    ['status!=Activated', true],
    ['status in (Activated,Provisioning)', false],
    ['status~pending', true],
    ['status=', false],
    ['status>1', true],
  ])('%s', (text, met) => {
    expect(isMet(text)).toBe(met);
  });

  test.each(['type=Direct', 'type in (Fax,Mail)', 'type!=Phone', 'status=Gone', 'status=7', 'status~gone'])(
    '%s is refused with the values that it can have',
    (text) => {
      const refused = (): unknown => {
        try {
          return parseCondition(text, listed);
        } catch (error) {
          return error;
        }
      };
      const allowed = text.startsWith('type') ? 'DirectMessaging, Fax' : 'Provisioning, Activated, Pending Update';
      expect(refused()).toMatchObject({ code: 'E-USAGE', exit: 'usage', hint: `Choose from ${allowed}.` });
    },
  );
});

describe('a table', () => {
  const id = '0198c1f0-1111-7222-8333-000000000001';
  const organizationFields = ['name', 'id', 'subDomain', 'networkName', 'resellerName', 'isActivated'];
  const organizations = [
    { id, name: 'Lakeside Family Clinic', subDomain: 'lakeside', networkName: 'Northern Lakes', isActivated: true },
  ];

  test('of named records keeps the ids whole at 80 columns, after the names', () => {
    const notes: string[] = [];
    const style = {
      width: 80,
      colors: new Chalk({ level: 0 }),
      now: Date.UTC(2026, 10, 23),
      note: (text: string) => void notes.push(text),
    };
    const text = drawRows(organizations, organizationFields, style);
    expect(text).toMatch(new RegExp(`Lakeside .* ${id}`));
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(notes).toEqual([expect.stringMatching(/^Too narrow for .*isActivated; choose with --fields\.$/)]);
  });

  test('shortens the ids where a name and an id do not fit side by side', () => {
    const text = drawRows(organizations, organizationFields, {
      width: 50,
      colors: new Chalk({ level: 0 }),
      now: Date.UTC(2026, 10, 23),
    });
    expect(text).toContain('…00000001');
    expect(text).not.toContain(id);
  });
});
