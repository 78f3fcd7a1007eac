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

interface Paging {
  readonly maxPages: number;
  readonly signal: AbortSignal;
  /** Addresses of the pages so far, over all searches of one question. */
  readonly seen: Set<string>;
  /** The failure where there are more pages; without it the search ends at the last one. */
  readonly tooManyText?: string;
}

/** The resources of each page of a search, following `next`. */
export async function* resourcePages(
  transport: FhirTransport,
  first: URL,
  { maxPages, signal, seen, tooManyText }: Paging,
): AsyncGenerator<unknown[]> {
  for (let url: URL | undefined = first; url !== undefined; ) {
    if (seen.has(url.href)) throw new FhirFailure('The pages of the directory lead round in a circle.');
    if (seen.size >= maxPages) {
      if (tooManyText === undefined) return;
      throw new FhirFailure(tooManyText);
    }
    seen.add(url.href);
    const bundle = bundleResource.safeParse(readJson(await transport.get(url, signal)));
    if (!bundle.success) throw new FhirFailure('The answer of the directory is not a FHIR Bundle.');
    yield bundle.data.entry.map(({ resource }) => resource);
    const next = bundle.data.link.find(({ relation }) => relation === 'next')?.url;
    url = next === undefined ? undefined : resolved(next, transport.base);
  }
}

/** The pages of a search for one OID; more of them than `maxPages` are a failure. */
export async function* searchPages(
  transport: FhirTransport,
  first: URL,
  paging: Omit<Paging, 'tooManyText'>,
): AsyncGenerator<SearchPage> {
  const tooManyText = `The directory needs more than ${paging.maxPages} pages for one OID.`;
  for await (const resources of resourcePages(transport, first, { ...paging, tooManyText })) {
    yield {
      organizations: fitting(organizationResource, resources),
      affiliations: fitting(affiliationResource, resources),
    };
  }
}

/** Those of the resources that are of the schema's type. */
export const fitting = <T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  resources: readonly unknown[],
): T[] =>
  resources.flatMap((resource) => {
    const parsed = schema.safeParse(resource);
    return parsed.success ? [parsed.data] : [];
  });

/** An address of the directory; a relative one counts from its base. */
export function resolved(url: string, base: URL): URL {
  const root = base.href.replace(/\/*$/, '/');
  if (!URL.canParse(url, root)) throw new FhirFailure('The directory names an address that is not one.');
  return new URL(url, root);
}
