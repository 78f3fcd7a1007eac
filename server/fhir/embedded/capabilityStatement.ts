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
          searchParam: [
            { name: 'identifier', type: 'token' },
            { name: 'name', type: 'string' },
          ],
        },
      ],
    },
  ],
});
