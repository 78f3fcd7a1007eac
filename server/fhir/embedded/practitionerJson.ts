import type { DemoOrganization } from './demoDirectory.ts';
import { demoAddress, type DemoPractitioner } from './demoPractitioners.ts';

export const practitionerJson = ({ id, given, family, phone, organization }: DemoPractitioner) => ({
  resourceType: 'Practitioner',
  id,
  active: true,
  name: [{ use: 'official', family, given }],
  telecom: [{ system: 'phone', use: 'work', value: phone }],
  address: [
    {
      use: 'work',
      line: [organization.street],
      city: organization.city,
      state: organization.state,
      postalCode: organization.zip,
    },
  ],
});

export const roleJson = ({ id, organization, directAddress }: DemoPractitioner) => ({
  resourceType: 'PractitionerRole',
  id: `role-${id}`,
  active: organization.isActive,
  practitioner: { reference: `Practitioner/${id}` },
  organization: { reference: `Organization/${organization.id}`, display: organization.name },
  ...(directAddress === null ? {} : { endpoint: [{ reference: `Endpoint/${id}` }] }),
});

/** An address of direct messaging as the national directory has it. */
const endpointJson = (id: string, address: string, isActive: boolean) => ({
  resourceType: 'Endpoint',
  id,
  identifier: [{ system: 'urn:ietf:rfc:3986', value: address }],
  status: isActive ? 'active' : 'off',
  connectionType: { system: 'http://terminology.hl7.org/CodeSystem/endpoint-connection-type', code: 'direct-project' },
  payloadType: [{ text: 'Direct message' }],
  address: `mailto:${address}`,
});

export const endpointOfPractitioner = ({ id, directAddress, organization }: DemoPractitioner) =>
  directAddress === null ? null : endpointJson(id, directAddress, organization.isActive);

export function endpointOfOrganization(organization: DemoOrganization) {
  const address = demoAddress(organization);
  return address === null ? null : endpointJson(`records-${organization.id}`, address, organization.isActive);
}
