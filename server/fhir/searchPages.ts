import { readJson } from './answer.ts';
import { FhirFailure } from './directory.ts';
import {
  affiliationResource,
  type AffiliationResource,
  bundleResource,
  organizationResource,
  type OrganizationResource,
} from './resources.ts';
import type { FhirTransport } from './transport.ts';

/** What a page of a search brought: organizations with where they stand, and who belongs to whom. */
export interface SearchPage {
  readonly organizations: readonly OrganizationResource[];
  readonly affiliations: readonly AffiliationResource[];
}

/** The pages of a search, following `next`. `seen` counts pages over all searches of one question. */
export async function* searchPages(
  transport: FhirTransport,
  first: URL,
  { maxPages, signal, seen }: { readonly maxPages: number; readonly signal: AbortSignal; readonly seen: Set<string> },
): AsyncGenerator<SearchPage> {
  for (let url: URL | undefined = first; url !== undefined; ) {
    if (seen.has(url.href)) throw new FhirFailure('The pages of the directory lead round in a circle.');
    if (seen.size >= maxPages) throw new FhirFailure(`The directory needs more than ${maxPages} pages for one OID.`);
    seen.add(url.href);
    const bundle = bundleResource.safeParse(readJson(await transport.get(url, signal)));
    if (!bundle.success) throw new FhirFailure('The answer of the directory is not a FHIR Bundle.');
    const resources = bundle.data.entry.map(({ resource }) => resource);
    yield {
      organizations: resources.flatMap((resource) => fitting(organizationResource, resource)),
      affiliations: resources.flatMap((resource) => fitting(affiliationResource, resource)),
    };
    const next = bundle.data.link.find(({ relation }) => relation === 'next')?.url;
    url = next === undefined ? undefined : resolved(next, transport.base);
  }
}

const fitting = <T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  value: unknown,
): T[] => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [parsed.data] : [];
};

/** An address of the directory; a relative one counts from its base. */
export function resolved(url: string, base: URL): URL {
  const root = base.href.replace(/\/*$/, '/');
  if (!URL.canParse(url, root)) throw new FhirFailure('The directory names an address that is not one.');
  return new URL(url, root);
}
