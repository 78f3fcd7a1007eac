import type { DemoOrganization } from './demoDirectory.ts';
import { demoAddress, demoFax, demoPhone } from './demoPractitioners.ts';

const sequoia = 'https://sequoiaproject.org/fhir/sphd';
const extension = (name: string, code: string) => ({
  url: `${sequoia}/StructureDefinition/${name}`,
  valueCodeableConcept: { coding: [{ code }] },
});

/** A demo organization as an R4 resource in the shape of the Carequality directory. */
export const organizationJson = (demo: DemoOrganization) => ({
  resourceType: 'Organization',
  id: demo.id,
  // The home community of a clinic is that of its hospital system: an identifier would make the clinic answer to the system's OID.
  identifier: demo.oids.map((oid) => ({ use: 'official', system: 'urn:ietf:rfc:3986', value: `urn:oid:${oid}` })),
  active: demo.isActive,
  type: [{ coding: [{ system: `${sequoia}/CodeSystem/OrganizationType`, code: demo.kind }] }],
  name: demo.name,
  ...(demo.aliases.length > 0 ? { alias: demo.aliases } : {}),
  telecom: [
    { system: 'phone', use: 'work', value: demoPhone(demo) },
    { system: 'fax', use: 'work', value: demoFax(demo) },
  ],
  ...(demoAddress(demo) === null ? {} : { endpoint: [{ reference: `Endpoint/records-${demo.id}` }] }),
  address: [
    {
      use: 'work',
      type: 'both',
      line: [demo.street],
      city: demo.city,
      state: demo.state,
      postalCode: demo.zip,
      country: 'USA',
    },
  ],
  ...(demo.parentId === null ? {} : { partOf: { reference: `Organization/${demo.parentId}` } }),
  extension: [
    ...demo.purposeOfUseCodes.map((code) => extension('PurposesOfUse', code)),
    extension('ResponderType', demo.responderType),
    { url: `${sequoia}/StructureDefinition/HomeCommunityId`, valueString: `urn:oid:${demo.homeCommunityId}` },
  ],
});

export const outcomeJson = (code: string, diagnostics: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code, diagnostics }],
});
