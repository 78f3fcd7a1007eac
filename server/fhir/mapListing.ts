import { plainOid, isOid } from '../../shared/rules/carequality.ts';
import { normaliseAddress, wholeAddressProblem } from '../../shared/rules/directAddress.ts';
import type { NationalListing } from './directory.ts';
import { postalAddressOf } from './postalAddress.ts';
import type {
  ContactPoint,
  EndpointResource,
  FhirAddress,
  OrganizationResource,
  PractitionerResource,
  Reference,
  RoleResource,
} from './resources.ts';
import { shortText } from './texts.ts';

const optional = (value: string | undefined, most = 255): string | null => shortText(value, most) || null;

/** The direct address in an endpoint or a contact point; null where it is none. */
export function directAddressIn(value: string | undefined): string | null {
  const address = normaliseAddress((value ?? '').replace(/^mailto:/i, ''));
  return address.includes('@') && wholeAddressProblem(address) === null ? address : null;
}

export const isEndpointInUse = ({ status }: EndpointResource): boolean => status === undefined || status === 'active';

/** Endpoints come first: a contact point is a direct address only if it says so. */
function directAddressOf(
  endpoints: readonly (EndpointResource | undefined)[],
  telecom: readonly ContactPoint[],
): string | null {
  const stated = telecom.filter(
    ({ system, extension }) =>
      system === 'email' && extension.some(({ url, valueBoolean }) => /direct$/i.test(url) && valueBoolean === true),
  );
  const values = [
    ...endpoints.map((endpoint) => (endpoint && isEndpointInUse(endpoint) ? endpoint.address : undefined)),
    ...stated.map(({ value }) => value),
  ];
  return values.map(directAddressIn).find((address) => address !== null) ?? null;
}

const numberOf = (telecom: readonly ContactPoint[], system: 'phone' | 'fax'): string | null => {
  const numbers = telecom.filter((point) => point.system === system && point.use !== 'old');
  return optional((numbers.find(({ use }) => use === 'work') ?? numbers[0])?.value, 40);
};

function placeOf(addresses: readonly FhirAddress[]) {
  const { address: street, city, state, zipCode: zip } = postalAddressOf(addresses);
  return { street, city, state, zip };
}

const oidOf = ({ id, identifier }: OrganizationResource): string | null => {
  const stated = [...identifier.map(({ value }) => value), id].find(
    (value) => value !== undefined && value.includes('.') && isOid(value.trim()),
  );
  return stated === undefined ? null : plainOid(stated);
};

export const organizationListing = (
  organization: OrganizationResource,
  endpoints: readonly EndpointResource[],
): NationalListing => ({
  directAddress: directAddressOf(endpoints, organization.telecom),
  oid: oidOf(organization),
  firstName: null,
  middleName: null,
  lastName: null,
  organizationName: optional(organization.name),
  phone: numberOf(organization.telecom, 'phone'),
  fax: numberOf(organization.telecom, 'fax'),
  ...placeOf(organization.address),
});

interface Provider {
  readonly practitioner: PractitionerResource;
  readonly role?: RoleResource | undefined;
  readonly organization?: OrganizationResource | undefined;
  readonly endpoints: readonly EndpointResource[];
}

/** A practitioner where they work: address and numbers of the place unless the practitioner has their own. */
export function providerListing({ practitioner, role, organization, endpoints }: Provider): NationalListing {
  const name = practitioner.name.find(({ use }) => use === 'official') ?? practitioner.name[0];
  const [firstName, ...middleNames] = name?.given ?? [];
  const telecom = [...(role?.telecom ?? []), ...practitioner.telecom];
  const place = organization && organization.address.length > 0 ? organization.address : practitioner.address;
  return {
    directAddress: directAddressOf(endpoints, telecom),
    oid: organization ? oidOf(organization) : null,
    firstName: optional(firstName),
    middleName: optional(middleNames.join(' ')),
    lastName: optional(name?.family ?? name?.text),
    organizationName: optional(organization?.name ?? role?.organization?.display),
    phone: numberOf([...telecom, ...(organization?.telecom ?? [])], 'phone'),
    fax: numberOf([...telecom, ...(organization?.telecom ?? [])], 'fax'),
    ...placeOf(place),
  };
}

/** `Organization/7` of a reference, whether it is relative, absolute or names a version. */
export const referenceKey = (reference: Reference | undefined): string =>
  /(?:^|\/)(\w+\/[A-Za-z0-9.-]{1,64})(?:\/_history\/\w+)?$/.exec(reference?.reference ?? '')?.[1] ?? '';
