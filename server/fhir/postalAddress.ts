import { defaultCountry, isStateCode, states } from '../../shared/rules/states.ts';
import type { FhirAddress } from './resources.ts';
import { shortText } from './texts.ts';

export interface PostalAddress {
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly country: string | null;
}

const stateCodes = new Map(states.map(({ code, name }) => [name.toLowerCase(), code]));

/** Names and three-letter codes that directories use for the country, beside what the language data knows. */
const countryCodes = new Map([
  ['usa', 'US'],
  ['u.s.', 'US'],
  ['u.s.a.', 'US'],
  ['united states of america', 'US'],
  ...namedCountries(),
]);

function namedCountries(): [string, string][] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters.flatMap((first) =>
    letters.flatMap((second): [string, string][] => {
      const name = names.of(first + second);
      return name === undefined ? [] : [[name.toLowerCase(), first + second]];
    }),
  );
}

const given = (value: string | undefined): string | null => shortText(value, 255) || null;

function stateOf(value: string | null): string | null {
  const code = value?.toUpperCase() ?? '';
  return isStateCode(code) ? code : (stateCodes.get(value?.toLowerCase() ?? '') ?? value);
}

function countryOf(value: string | null, state: string | null): string | null {
  if (value === null) return state !== null && isStateCode(state) ? defaultCountry : null;
  return /^[a-z]{2}$/i.test(value) ? value.toUpperCase() : (countryCodes.get(value.toLowerCase()) ?? null);
}

/** The address people would write to: the first with street and city, else the first there is. */
export function postalAddressOf(addresses: readonly FhirAddress[]): PostalAddress {
  const whole = addresses.find(({ line, city }) => line.length > 0 && city);
  const { line = [], text, city, state, postalCode, country } = whole ?? addresses[0] ?? {};
  const stateCode = stateOf(given(state));
  return {
    address: given(line.length > 0 ? line.join(', ') : text),
    city: given(city),
    state: stateCode,
    zipCode: given(postalCode),
    country: countryOf(given(country), stateCode),
  };
}
