import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { defaultRange, lastDays, rangeOf, rangePresets } from '../../../shared/rules/dateRange.ts';
import {
  addDays,
  dayOf,
  formatDate,
  formatVisitDate,
  isCalendarDate,
  isDateTyping,
  isUntil,
  parseDate,
  parsePastedDate,
} from '../../../shared/rules/dates.ts';

const today = '2026-06-15';
const days = fc
  .date({ min: new Date('1801-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a typed date', () => {
  test.each([
    ['1/2/2020', '2020-01-02'],
    ['01/02/2020', '2020-01-02'],
    ['12312020', '2020-12-31'],
    ['1/2/20', '2020-01-02'],
    ['010220', '2020-01-02'],
    [' 1/2/2020 ', '2020-01-02'],
    ['2/29/2024', '2024-02-29'],
    ['2/29/2023', null],
    ['2/30/2024', null],
    ['13/1/2020', null],
    ['0/1/2020', null],
    ['1/0/2020', null],
    ['1/1/0000', null],
    ['1-2-2020', null],
    ['2020-01-02', null],
    ['1/2/202', null],
    ['1/2', null],
    ['1220', null],
    ['12020', null],
    ['', null],
  ])('%j means %s', (text, model) => {
    expect(parseDate(text, today)).toBe(model);
  });

  test.each([
    // by the current two-digit year (spec 3 section 5)
    ['1/1/26', 'currentYear', '2026-01-01'],
    ['12/31/26', 'currentYear', '2026-12-31'],
    ['1/1/27', 'currentYear', '1927-01-01'],
    ['1/1/00', 'currentYear', '2000-01-01'],
    // by today (spec 2 section 5)
    ['6/15/26', 'today', '2026-06-15'],
    ['6/16/26', 'today', '1926-06-16'],
    // dates that lie ahead
    ['1/1/27', 'ahead', '2027-01-01'],
    // a year in full is never shifted
    ['1/1/2027', 'today', '2027-01-01'],
  ] as const)('%s by the rule %s is %s', (text, rule, model) => {
    expect(parseDate(text, today, rule)).toBe(model);
  });

  it('is parsed from its displayed form, with and without slashes', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(parseDate(formatDate(day), today)).toBe(day);
        expect(parseDate(formatDate(day).replaceAll('/', ''), today)).toBe(day);
        expect(parsePastedDate(formatDate(day), today)).toBe(day);
      }),
    );
  });

  it('with two digits for the year never lies in the future of a birth date', () => {
    fc.assert(
      fc.property(days, days, (day, now) => {
        fc.pre(now >= '2000-01-01' && now < '2100-01-01');
        const short = `${day.slice(5, 7)}${day.slice(8)}${day.slice(2, 4)}`;
        const read = parseDate(short, now, 'today');
        expect(read === null || isUntil(read, now)).toBe(true);
      }),
    );
  });

  it('takes digits and slashes while it is typed', () => {
    expect(['1/2', '', '12/'].map(isDateTyping)).toEqual([true, true, true]);
    expect(['1-2', 'a', '1 2'].map(isDateTyping)).toEqual([false, false, false]);
  });

  test.each([
    ['01.02.1980', '1980-01-02'],
    ['01-02-80', '1980-01-02'],
    ['DOB: 01 02 1980 10:30', '1980-01-02'],
    ['01021', null],
    ['99999999', null],
    [' 2026-12-09 ', '2026-12-09'],
    ['2026-02-30', null],
  ])('pasted as %j means %s', (text, model) => {
    expect(parsePastedDate(text, today)).toBe(model);
  });
});

describe('a shown date', () => {
  test.each([
    ['2020-01-02', '01/02/2020'],
    ['1753-01-01', ''],
    ['2020-02-30', ''],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('of %j is %j', (model, visible) => {
    expect(formatDate(model)).toBe(visible);
  });

  it('of a visit can be Unknown', () => {
    expect(formatVisitDate('0001-01-01')).toBe('Unknown');
    expect(formatVisitDate('0001-01-01T00:00:00')).toBe('Unknown');
    expect(formatVisitDate('2020-01-02')).toBe('01/02/2020');
  });
});

describe('the calendar', () => {
  it('knows the days the platform knows', () => {
    const numbers = fc.tuple(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );
    fc.assert(
      fc.property(numbers, ([year, month, day]) => {
        const model = [
          String(year).padStart(4, '0'),
          String(month).padStart(2, '0'),
          String(day).padStart(2, '0'),
        ].join('-');
        const lengths = [
          31,
          year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
          31,
          30,
          31,
          30,
          31,
          31,
          30,
          31,
          30,
          31,
        ];
        expect(isCalendarDate(model)).toBe(day >= 1 && day <= (lengths[month - 1] ?? 0));
      }),
    );
  });

  it('counts days there and back', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        expect(addDays(addDays(day, count), -count)).toBe(day);
      }),
    );
  });

  it("takes today from the reader's own clock", () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    expect(dayOf(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05');
  });
});

describe('the date range picker', () => {
  test.each([
    ['Today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['Yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['Last 7 Days', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['Last 30 Days', '2026-03-01', '2026-01-31', '2026-03-01'],
    ['This Month', '2024-02-10', '2024-02-01', '2024-02-29'],
    ['This Month', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['Last Month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['Last Month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ] as const)('%s on %s runs from %s to %s', (preset, day, from, to) => {
    expect(rangeOf(preset, day)).toEqual({ from, to });
  });

  it('offers the presets in their order', () => {
    expect(rangePresets).toEqual(['Today', 'Yesterday', 'Last 7 Days', 'Last 30 Days', 'This Month', 'Last Month']);
  });

  it('starts with last year through now', () => {
    expect(defaultRange('2026-03-01')).toEqual({ from: '2025-03-01', to: '2026-03-01' });
    expect(defaultRange('2024-02-29')).toEqual({ from: '2023-02-28', to: '2024-02-29' });
  });

  it('reaches back so many days', () => {
    expect(lastDays(30, '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  });
});
