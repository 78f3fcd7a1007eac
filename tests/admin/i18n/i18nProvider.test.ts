import { describe, expect, it } from 'vitest';
import { createI18nProvider } from '../../../admin/i18n/i18nProvider.ts';

const { translate } = createI18nProvider({
  a: { plain: 'Plain', named: 'Hello %{name}, %{name}', many: 'one row |||| %{smart_count} rows' },
});

describe('texts', () => {
  it.each([
    ['a.plain', {}, 'Plain'],
    ['a.named', { name: 'Pat' }, 'Hello Pat, Pat'],
    ['a.named', {}, 'Hello %{name}, %{name}'],
    ['a.many', { smart_count: 1 }, 'one row'],
    ['a.many', { smart_count: 3 }, '3 rows'],
    ['a.many', { smart_count: 0 }, '0 rows'],
    ['a.missing', {}, 'a.missing'],
    ['a.missing', { _: 'Fallback %{x}', x: 1 }, 'Fallback 1'],
    ['a', {}, 'a'],
    ['a.constructor', {}, 'a.constructor'],
    ['The server said: no. Really', {}, 'The server said: no. Really'],
  ])('%s with %j', (key, values, text) => {
    expect(translate(key, values)).toBe(text);
  });
});
