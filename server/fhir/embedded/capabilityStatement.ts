const placeParameters = ['address-city', 'address-state', 'address-postalcode'].map((name) => ({
  name,
  type: 'string',
}));

/** What the demo directory can do, in the words of FHIR R4. */
export const capabilityStatement = (base: string) => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: '2026-01-01',
  kind: 'instance',
  fhirVersion: '4.0.1',
  format: ['application/fhir+json'],
  implementation: { description: 'Demo directory of made-up organizations', url: base },
  rest: [
    {
      mode: 'server',
      resource: [
        {
          type: 'Organization',
          interaction: [{ code: 'read' }, { code: 'search-type' }],
          searchParam: [{ name: 'identifier', type: 'token' }, { name: 'name', type: 'string' }, ...placeParameters],
          searchInclude: ['Organization:endpoint'],
        },
        {
          type: 'PractitionerRole',
          interaction: [{ code: 'search-type' }],
          searchParam: [
            { name: 'practitioner', type: 'reference' },
            { name: 'organization', type: 'reference' },
          ],
          searchInclude: [
            'PractitionerRole:practitioner',
            'PractitionerRole:organization',
            'PractitionerRole:endpoint',
          ],
        },
        {
          type: 'Practitioner',
          interaction: [{ code: 'search-type' }],
          searchParam: [
            { name: 'family', type: 'string' },
            { name: 'given', type: 'string' },
            { name: 'email', type: 'token' },
            ...placeParameters,
          ],
          searchRevInclude: ['PractitionerRole:practitioner'],
        },
        {
          type: 'Endpoint',
          interaction: [{ code: 'search-type' }],
          searchParam: [{ name: 'identifier', type: 'token' }],
        },
      ],
    },
  ],
});
