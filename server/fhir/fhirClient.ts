import { isOid, plainOid } from '../../shared/rules/carequality.ts';
import { readJson } from './answer.ts';
import { type FhirDirectory, FhirFailure } from './directory.ts';
import { mapOrganization, oidsOf } from './mapOrganization.ts';
import { organizationResource, type OrganizationResource } from './resources.ts';
import { resolved, searchPages, type SearchPage } from './searchPages.ts';
import { fhirLimits, type FhirTransport } from './transport.ts';

interface Question {
  readonly transport: FhirTransport;
  readonly signal: AbortSignal;
  readonly maxPages: number;
}

/** Asks a FHIR directory (R4, with tolerance for STU3) for organizations by identifier. */
export const fhirDirectory = (
  transport: FhirTransport,
  { maxPages }: { readonly maxPages: number } = fhirLimits,
): FhirDirectory => ({
  find: async (oid, signal) => {
    const question = { transport, signal, maxPages };
    const found = await search(question, oid);
    return found && mapOrganization(found.organization, await parentOf(question, found));
  },
});

interface Found {
  readonly organization: OrganizationResource;
  readonly page: SearchPage;
}

/** Directories differ in how they store an OID: as URI with its system, as URI, or bare. The standard's way comes first. */
const searches = (oid: string): Readonly<Record<string, string>>[] => [
  {
    identifier: `urn:ietf:rfc:3986|urn:oid:${oid}`,
    _include: 'Organization:partof',
    _revinclude: 'OrganizationAffiliation:participating-organization',
  },
  { identifier: `urn:oid:${oid}` },
  { identifier: oid },
];

async function search(question: Question, oid: string): Promise<Found | undefined> {
  const seen = new Set<string>();
  let refusal: FhirFailure | undefined;
  for (const parameters of searches(oid)) {
    const url = resolved('Organization', question.transport.base);
    url.search = new URLSearchParams({ ...parameters, _count: '50' }).toString();
    try {
      for await (const page of searchPages(question.transport, url, { ...question, seen })) {
        const organization = onlyMatch(page.organizations, oid);
        if (organization) return { organization, page };
      }
      refusal = undefined;
    } catch (error) {
      // A strict directory refuses parameters it does not know; a simpler question may do.
      if (!(error instanceof FhirFailure) || ![400, 404, 422].includes(error.status ?? 0)) throw error;
      refusal = error;
    }
  }
  if (refusal) throw refusal;
  return undefined;
}

/** A directory that ignores the question lists everybody, so each answer is compared with the OID. */
function onlyMatch(organizations: readonly OrganizationResource[], oid: string): OrganizationResource | undefined {
  const matches = organizations.filter((organization) => oidsOf(organization).includes(oid));
  const [first, second] = matches;
  if (!second) return first;
  const active = matches.filter((organization) => organization.active !== false);
  if (active.length === 1) return active[0];
  throw new FhirFailure(`The directory lists ${matches.length} organizations under this OID.`);
}

/** OID of the parent: null where there is none, undefined where it cannot be found out. */
async function parentOf(question: Question, { organization, page }: Found): Promise<string | null | undefined> {
  const own = oidsOf(organization);
  const part = organization.partOf ?? affiliatedWith(organization, page);
  if (!part) return null;
  const stated = part.identifier?.value;
  if (stated !== undefined && isOid(stated.trim())) return plainOid(stated);
  const id = part.reference?.match(/(?:^|\/)Organization\/([A-Za-z0-9.-]{1,64})(?:\/_history\/\w+)?$/)?.[1];
  if (id === undefined) return undefined;
  const parent =
    page.organizations.find((other) => other.id === id) ?? (isOidOf(id) ? undefined : await read(question, id));
  const oid = parent ? oidsOf(parent)[0] : isOidOf(id) ? id : undefined;
  return oid !== undefined && own.includes(oid) ? undefined : oid;
}

const isOidOf = (id: string): boolean => id.includes('.') && isOid(id);

function affiliatedWith({ id }: OrganizationResource, { affiliations }: SearchPage) {
  const isOwn = (reference: string | undefined) => id !== undefined && reference?.endsWith(`Organization/${id}`);
  return affiliations.find(
    ({ active, participatingOrganization }) => active !== false && isOwn(participatingOrganization?.reference),
  )?.organization;
}

/** A parent that cannot be read leaves the entry without one; the organization itself was found. */
async function read({ transport, signal }: Question, id: string): Promise<OrganizationResource | undefined> {
  try {
    const answer = await transport.get(resolved(`Organization/${id}`, transport.base), signal);
    return organizationResource.safeParse(readJson(answer)).data;
  } catch (error) {
    if (error instanceof FhirFailure && !signal.aborted) return undefined;
    throw error;
  }
}
