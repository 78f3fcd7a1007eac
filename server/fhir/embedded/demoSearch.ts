import { z } from 'zod';
import { plainOid } from '../../../shared/rules/carequality.ts';
import { type DemoOrganization, searchableDirectory } from './demoDirectory.ts';
import { organizationJson } from './organizationJson.ts';

const maxOnPage = 50;
const one = (most: number) =>
  z
    .union([z.string(), z.array(z.string()).min(1)])
    .transform((value) => (typeof value === 'string' ? value : (value[0] ?? '')))
    .pipe(z.string().max(most));

/** Parameters of a search; those of the standard that the demo does not know are ignored, as the standard allows. */
export const demoSearchQuery = z.object({
  identifier: one(4000).optional(),
  name: one(255).optional(),
  _count: one(9).pipe(z.coerce.number<string>().int().min(0)).optional(),
  page: one(9).pipe(z.coerce.number<string>().int().min(1)).optional(),
});
export type DemoSearch = z.output<typeof demoSearchQuery>;

/** `system|value`, `|value` or `value`; several with commas between them mean any of them. */
const hasIdentifier = (demo: DemoOrganization, tokens: string): boolean =>
  tokens.split(',').some((token) => {
    const bar = token.indexOf('|');
    const system = bar < 0 ? '' : token.slice(0, bar);
    const value = bar < 0 ? token : token.slice(bar + 1);
    return (system === '' || system === 'urn:ietf:rfc:3986') && demo.oids.includes(plainOid(value));
  });

const hasName = (demo: DemoOrganization, start: string): boolean =>
  [demo.name, ...demo.aliases].some((name) => name.toLowerCase().startsWith(start.trim().toLowerCase()));

/** A page of the demo organizations as a searchset Bundle; `base` begins every address in it. */
export function demoSearch({ identifier, name, _count, page = 1 }: DemoSearch, base: string) {
  const found = searchableDirectory.filter(
    (demo) =>
      (identifier === undefined || hasIdentifier(demo, identifier)) && (name === undefined || hasName(demo, name)),
  );
  const count = Math.min(_count ?? 20, maxOnPage);
  const shown = count === 0 ? [] : found.slice((page - 1) * count, page * count);
  const addressOf = (number: number) => {
    const query = new URLSearchParams({
      ...(identifier === undefined ? {} : { identifier }),
      ...(name === undefined ? {} : { name }),
      _count: String(count),
      ...(number > 1 ? { page: String(number) } : {}),
    });
    return `${base}/Organization?${query.toString()}`;
  };
  const link = (relation: string, number: number) => ({ relation, url: addressOf(number) });
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: found.length,
    link: [link('self', page), ...(count > 0 && page * count < found.length ? [link('next', page + 1)] : [])],
    entry: shown.map((demo) => ({
      fullUrl: `${base}/Organization/${demo.id}`,
      resource: organizationJson(demo),
      search: { mode: 'match' },
    })),
  };
}
