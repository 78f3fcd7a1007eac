import { z } from 'zod';

/**
 * The parts of FHIR resources that are read, in the forms of R4 and STU3. An element of the wrong type counts as absent: one odd
 * extension must not hide an organization.
 */
const text = z.string().optional().catch(undefined);

/** Those elements of a list that fit; one element alone counts as a list of one. */
const listOf = <S extends z.core.$ZodType>(element: S) =>
  // The default is what makes the element optional; it is empty, as an absent list is.
  z
    .unknown()
    .default([])
    .transform((value): z.output<S>[] => {
      const elements: unknown[] = Array.isArray(value) ? value : [value];
      return elements.flatMap((item) => {
        const parsed = z.safeParse(element, item);
        return parsed.success ? [parsed.data] : [];
      });
    });

const coding = z.object({ system: text, code: text, display: text });
const codeable = z.object({ coding: listOf(coding), text });
const identifier = z.object({ system: text, value: text, type: codeable.optional().catch(undefined) });
const reference = z.object({ reference: text, display: text, identifier: identifier.optional().catch(undefined) });
export type Reference = z.output<typeof reference>;

const extensionValue = {
  url: z.string(),
  valueBoolean: z.boolean().optional().catch(undefined),
  valueCode: text,
  valueString: text,
  valueUri: text,
  valueCoding: coding.optional().catch(undefined),
  valueCodeableConcept: codeable.optional().catch(undefined),
  valueIdentifier: identifier.optional().catch(undefined),
};
const innerExtension = z.object(extensionValue);
const extension = z.object({ ...extensionValue, extension: listOf(innerExtension) });
export type Extension = z.output<typeof innerExtension>;

const address = z.object({
  use: text,
  text,
  line: listOf(z.string()),
  city: text,
  state: text,
  postalCode: text,
  country: text,
});
export type FhirAddress = z.output<typeof address>;

/** A telephone, a fax number or an e-mail address; an extension of an e-mail address says that it is a direct address. */
const contactPoint = z.object({ system: text, value: text, use: text, extension: listOf(innerExtension) });
export type ContactPoint = z.output<typeof contactPoint>;

export const organizationResource = z.object({
  resourceType: z.literal('Organization'),
  id: text,
  active: z.boolean().optional().catch(undefined),
  identifier: listOf(identifier),
  name: text,
  alias: listOf(z.string()),
  telecom: listOf(contactPoint),
  address: listOf(address),
  endpoint: listOf(reference),
  partOf: reference.optional().catch(undefined),
  extension: listOf(extension),
});
export type OrganizationResource = z.output<typeof organizationResource>;

/** Says which organization another one belongs to, where a directory does not use partOf. */
export const affiliationResource = z.object({
  resourceType: z.literal('OrganizationAffiliation'),
  active: z.boolean().optional().catch(undefined),
  organization: reference.optional().catch(undefined),
  participatingOrganization: reference.optional().catch(undefined),
});
export type AffiliationResource = z.output<typeof affiliationResource>;

const humanName = z.object({ use: text, text, family: text, given: listOf(z.string()) });

export const practitionerResource = z.object({
  resourceType: z.literal('Practitioner'),
  id: text,
  active: z.boolean().optional().catch(undefined),
  name: listOf(humanName),
  telecom: listOf(contactPoint),
  address: listOf(address),
});
export type PractitionerResource = z.output<typeof practitionerResource>;

/** Where a practitioner works. */
export const roleResource = z.object({
  resourceType: z.literal('PractitionerRole'),
  id: text,
  active: z.boolean().optional().catch(undefined),
  practitioner: reference.optional().catch(undefined),
  organization: reference.optional().catch(undefined),
  telecom: listOf(contactPoint),
  endpoint: listOf(reference),
});
export type RoleResource = z.output<typeof roleResource>;

/** An address that a system receives at; those of direct messaging are `mailto:` addresses. */
export const endpointResource = z.object({
  resourceType: z.literal('Endpoint'),
  id: text,
  status: text,
  identifier: listOf(identifier),
  address: text,
});
export type EndpointResource = z.output<typeof endpointResource>;

export const bundleResource = z.object({
  resourceType: z.literal('Bundle'),
  entry: listOf(z.object({ fullUrl: text, resource: z.unknown() })),
  link: listOf(z.object({ relation: z.string(), url: z.string() })),
});

export const outcomeResource = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: listOf(
    z.object({ severity: text, code: text, diagnostics: text, details: codeable.optional().catch(undefined) }),
  ),
});
