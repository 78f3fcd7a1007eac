const redDot =
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==';

/** A small document with one of everything. */
export const clinicalDocument = () => `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<code code="34133-9" displayName="Summary"/><title>Summary</title><effectiveTime value="20120815"/>
<recordTarget><patientRole><id root="2.16.840.1.113883.4.1" extension="123-45-6789"/><id root="1.2.3" extension="MRN-77812"/>
<patient><name><given>Ann</given><family>Example</family></name><administrativeGenderCode code="F"/><birthTime value="19750501"/></patient></patientRole></recordTarget>
<custodian><assignedCustodian><representedCustodianOrganization><name>Good Health</name></representedCustodianOrganization></assignedCustodian></custodian>
<component><structuredBody>
<component><section><code code="10160-0"/><title>Medications</title><text><table>
<thead><tr><th>Date</th><th>Value</th><th>Drug</th></tr></thead><tbody>
<tr><td>03/02/2011</td><td>10 mg</td><td>Aspirin</td></tr> <tr><td>12/31/2009</td><td>100 mg</td><td>Aspirin</td></tr> <tr><td>Feb 1, 2010</td><td>9 mg</td><td>Statin</td></tr>
</tbody></table></text><entry><observation><value xsi:type="ST">1</value></observation></entry></section></component>
<component><section><code code="18776-5"/><title>Plan</title><text><paragraph>Record MRN-77812 of 123-45-6789</paragraph>
<list listType="ordered"><item>Take <content styleCode="Bold">aspirin</content></item></list>
<linkHtml href="https://evil.example/read">read</linkHtml> <renderMultiMedia referencedObject="own"/> <renderMultiMedia referencedObject="other"/></text>
<entry><observationMedia ID="own"><value mediaType="image/png" representation="B64">${redDot}</value></observationMedia></entry>
<entry><observationMedia ID="other"><value mediaType="image/png"><reference value="http://evil.example/x.png"/></value></observationMedia></entry></section></component>
<component><section><title>Own</title><text>Nothing of note</text></section></component>
</structuredBody></component></ClinicalDocument>`;
