import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ODataCondition, ODataFilter } from '../../../shared/client/odataQuery.ts';
import {
  matchModes,
  ODataQueryError,
  odataFilter,
  odataLiteral,
  odataQuery,
} from '../../../shared/client/odataQuery.ts';

const conditionOf = (mode: (typeof matchModes)[number]): ODataCondition =>
  mode === 'isNull' || mode === 'isNotNull' ? { field: 'Sender', mode } : { field: 'Sender', mode, value: "O'Neil" };

describe('a match mode', () => {
  test.each([
    ['startsWith', "startswith(Sender,'O''Neil')", undefined],
    ['contains', "contains(Sender,'O''Neil')", "substringof('O''Neil',Sender)"],
    ['notContains', "not contains(Sender,'O''Neil')", "not substringof('O''Neil',Sender)"],
    ['endsWith', "endswith(Sender,'O''Neil')", undefined],
    ['equals', "Sender eq 'O''Neil'", undefined],
    ['notEquals', "Sender ne 'O''Neil'", undefined],
    ['lt', "Sender lt 'O''Neil'", undefined],
    ['lte', "Sender le 'O''Neil'", undefined],
    ['gt', "Sender gt 'O''Neil'", undefined],
    ['gte', "Sender ge 'O''Neil'", undefined],
    ['isNull', 'Sender eq null', undefined],
    ['isNotNull', 'Sender ne null', undefined],
  ] as const)('%s is written %s', (mode, v4, v3) => {
    expect(odataFilter(conditionOf(mode))).toBe(v4);
    expect(odataFilter(conditionOf(mode), 'V3')).toBe(v3 ?? v4);
  });

  it('exists for each mode of the spec, and for no other', () => {
    expect([...matchModes].sort()).toEqual(
      [
        'startsWith',
        'contains',
        'notContains',
        'endsWith',
        'equals',
        'notEquals',
        'lt',
        'lte',
        'gt',
        'gte',
        'isNull',
        'isNotNull',
      ].sort(),
    );
  });

  it('compares numbers as text where the mode is about text', () => {
    expect(odataFilter({ field: 'Name', mode: 'contains', value: 12 })).toBe("contains(Name,'12')");
  });
});

describe('a value', () => {
  const guid = '0193abcd-1234-7abc-8def-0123456789ab';
  const dateTime = new Date('2026-03-01T04:05:06.789Z');

  test.each([
    ['a & b #1', "'a & b #1'", "'a & b #1'"],
    [7, '7', '7'],
    [-1.5, '-1.5', '-1.5'],
    [true, 'true', 'true'],
    [dateTime, '2026-03-01T04:05:06.789Z', "datetime'2026-03-01T04:05:06.789'"],
    [{ guid }, guid, `guid'${guid}'`],
    [{ date: '2026-03-01' }, '2026-03-01', "datetime'2026-03-01T00:00:00'"],
  ])('%j is written %s, in V3 %s', (value, v4, v3) => {
    expect(odataLiteral(value)).toBe(v4);
    expect(odataLiteral(value, 'V3')).toBe(v3);
  });

  test.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [new Date('never')],
    [{ guid: "x' or 1 eq 1" }],
    [{ date: '2026-03-01 or true' }],
  ])('%j has no form', (value) => {
    expect(() => odataLiteral(value)).toThrow(ODataQueryError);
  });

  it('of text comes back unchanged through the address, and never ends its quotes early', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const query = odataQuery({ filter: { field: 'Sender', mode: 'equals', value: text } });
        const received = new URL(`https://api.example/odata/mailmessages?${query}`).searchParams.get('$filter') ?? '';
        const literal = /^Sender eq '((?:[^']|'')*)'$/s.exec(received)?.[1];
        expect(literal?.replaceAll("''", "'")).toBe(text);
      }),
    );
  });
});

describe('a filter', () => {
  const draft: ODataFilter = { field: 'IsDraft', mode: 'equals', value: false };
  const type: ODataFilter = { field: 'Type', mode: 'equals', value: 1 };
  const sender: ODataFilter = { field: 'Sender', mode: 'isNotNull' };

  it('keeps groups apart with brackets', () => {
    expect(odataFilter({ and: [draft, { or: [type, sender] }] })).toBe(
      '(IsDraft eq false and (Type eq 1 or Sender ne null))',
    );
  });

  it('leaves out empty groups', () => {
    expect(odataFilter({ and: [{ or: [] }, { or: [draft] }] })).toBe('IsDraft eq false');
    expect(odataQuery({ filter: { and: [] } }).has('$filter')).toBe(false);
  });
});

describe('a query', () => {
  it('has the OData options of the message inspector', () => {
    const query = odataQuery({
      filter: { field: 'IsDraft', mode: 'equals', value: false },
      orderBy: [{ field: 'MailMessageId', dir: 'desc' }, { field: 'Sender' }],
      skip: 40,
      top: 20,
      inlineCount: true,
      select: ['MailMessageId', 'Sender'],
      expand: ['MailAttachments', 'Patient/Address'],
    });
    expect(Object.fromEntries(query)).toEqual({
      $filter: 'IsDraft eq false',
      $orderby: 'MailMessageId desc,Sender asc',
      $skip: '40',
      $top: '20',
      $count: 'true',
      $select: 'MailMessageId,Sender',
      $expand: 'MailAttachments,Patient/Address',
    });
  });

  it('counts with $inlinecount in OData V3', () => {
    expect(Object.fromEntries(odataQuery({ inlineCount: true }, 'V3'))).toEqual({ $inlinecount: 'allpages' });
  });

  it('has no parameter for an option that is not set', () => {
    expect(odataQuery({}).toString()).toBe('');
    expect(odataQuery({ orderBy: [], select: [], expand: [], inlineCount: false }).toString()).toBe('');
    expect(odataQuery({ skip: 0 }).get('$skip')).toBe('0');
  });

  test.each(['', 'a b', "a'b", 'a,b', 'a)', '1a', 'a eq 1 or a', '$x', 'a//b', '/a', 'a/', 'é', 'a\n'])(
    'refuses the field %j everywhere',
    (field) => {
      expect(() => odataQuery({ filter: { field, mode: 'isNull' } })).toThrow(ODataQueryError);
      expect(() => odataQuery({ orderBy: [{ field }] })).toThrow(ODataQueryError);
      expect(() => odataQuery({ select: [field] })).toThrow(ODataQueryError);
      expect(() => odataQuery({ expand: [field] })).toThrow(ODataQueryError);
    },
  );

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses to skip or take %d', (count) => {
    expect(() => odataQuery({ skip: count })).toThrow(ODataQueryError);
    expect(() => odataQuery({ top: count })).toThrow(ODataQueryError);
  });
});
