import {
  isOid,
  plainOid,
  responderTypeNames,
  type ResponderType,
  responderTypes,
} from '../../shared/rules/carequality.ts';
import { type DirectoryOrganization, FhirFailure } from './directory.ts';
import { postalAddressOf } from './postalAddress.ts';
import type { Extension, OrganizationResource } from './resources.ts';
import { shortText } from './texts.ts';

const maxNames = 50;

/** Every OID an organization is known by, without `urn:oid:`. Carequality's resource ids are OIDs themselves. */
export const oidsOf = ({ id, identifier }: Pick<OrganizationResource, 'id' | 'identifier'>): string[] =>
  [...identifier.map(({ value }) => value), id].flatMap((value) =>
    value !== undefined && value.includes('.') && isOid(value.trim()) ? [plainOid(value)] : [],
  );

/** Our words for a resource of the directory. `parent`: its OID, null where there is none, undefined where it is not known. */
export function mapOrganization(
  resource: OrganizationResource,
  parent: string | null | undefined,
): DirectoryOrganization {
  const displayName = shortText(resource.name, 255);
  if (displayName === '') throw new FhirFailure('The directory lists this OID without a name.');
  const extensions = resource.extension.flatMap((outer): Extension[] => [outer, ...outer.extension]);
  const named = (pattern: RegExp) => extensions.filter(({ url }) => pattern.test(url));
  const others = resource.alias
    .map((name) => shortText(name, 255))
    .filter((name) => name !== '' && name !== displayName);
  return {
    displayName,
    legalName: shortText(named(/legal-?name$/i)[0]?.valueString, 255) || null,
    otherNames: [...new Set(others)].slice(0, maxNames),
    homeCommunityId: homeCommunityOf(resource, named(/(hcid|home-?community-?id)$/i)),
    parentOrgId: parent ?? null,
    parentIsKnown: parent !== undefined,
    purposeOfUseCodes: [...new Set(named(/purposes?-?of-?use$/i).flatMap(codesOf))].slice(0, maxNames),
    responderType: responderTypeOf(named(/responder-?type$/i), named(/initiator-?only$/i)),
    ...postalAddressOf(resource.address),
    // STU3 directories and many R4 ones leave it out for organizations that are in use.
    isActive: resource.active ?? true,
  };
}

function homeCommunityOf({ identifier }: OrganizationResource, extensions: readonly Extension[]): string | null {
  const typed = identifier.find(({ type }) => type?.coding.some(({ code }) => code === 'HCID'))?.value;
  const extended = extensions.map(
    ({ valueIdentifier, valueString, valueUri }) => valueIdentifier?.value ?? valueString ?? valueUri,
  );
  const found = [typed, ...extended].find((value) => value !== undefined && isOid(value.trim()));
  return found === undefined ? null : plainOid(found);
}

const codesOf = ({ valueCode, valueString, valueCoding, valueCodeableConcept }: Extension): string[] =>
  [valueCode, valueString, valueCoding?.code, ...(valueCodeableConcept?.coding.map(({ code }) => code) ?? [])]
    .map((code) => shortText(code, 100))
    .filter((code) => code !== '');

const letters = (value: string) => value.toLowerCase().replace(/[^a-z]/g, '');

function responderTypeOf(types: readonly Extension[], initiatorOnly: readonly Extension[]): ResponderType | null {
  if (initiatorOnly.some(({ valueBoolean }) => valueBoolean === true)) return 'InitiatorOnly';
  const said = types.flatMap(codesOf).map(letters);
  return (
    responderTypes.find((type) => said.includes(letters(type)) || said.includes(letters(responderTypeNames[type]))) ??
    null
  );
}
