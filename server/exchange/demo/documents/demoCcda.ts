import { type Random, randomFor } from '../../../seed/random.ts';
import { cellsOf, type ClinicalSection, clinicalSections } from './clinicalRows.ts';
import { type DemoSubject, hl7Day, hl7Moment } from './demoDocument.ts';
import type { DemoPatient } from './demoPatient.ts';

const salt = 4712;

const escape = (text: string | null) =>
  (text ?? '').replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');

/** A Continuity of Care Document (C-CDA R2.1) with a narrative in every section. `sections` limits how many it has. */
export function demoCcda(subject: DemoSubject, sections = clinicalSections.length): Buffer {
  const random = randomFor(salt, subject.number);
  const body = clinicalSections.slice(0, sections).map((section) => sectionOf(section, random, subject.at));
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <realmCode code="US"/>
  <typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
  <templateId root="2.16.840.1.113883.10.20.22.1.1" extension="2015-08-01"/>
  <templateId root="2.16.840.1.113883.10.20.22.1.2" extension="2015-08-01"/>
  <id root="2.16.840.1.113883.3.9999.2" extension="DOC-${subject.number}"/>
  <code code="34133-9" codeSystem="2.16.840.1.113883.6.1" codeSystemName="LOINC" displayName="Summarization of Episode Note"/>
  <title>${escape(subject.title)}</title>
  <effectiveTime value="${hl7Moment(subject.at)}+0000"/>
  <confidentialityCode code="N" codeSystem="2.16.840.1.113883.5.25"/>
  <languageCode code="en-US"/>
${recordTarget(subject.patient)}
${author(subject)}
  <custodian><assignedCustodian><representedCustodianOrganization>
    <id root="2.16.840.1.113883.3.9999.3"/><name>${escape(subject.organization)}</name>
  </representedCustodianOrganization></assignedCustodian></custodian>
  <component><structuredBody>
${body.join('\n')}
  </structuredBody></component>
</ClinicalDocument>
`);
}

function recordTarget(patient: DemoPatient): string {
  const gender = patient.gender === 'F' ? 'Female' : 'Male';
  const ids = patient.patientIds.map(({ root, id }) => `<id root="${root}" extension="${escape(id)}"/>`).join('');
  return `  <recordTarget><patientRole>
    ${ids}
    <addr use="HP"><streetAddressLine>${escape(patient.streetAddress1)}</streetAddressLine><city>${escape(patient.city)}</city><state>${escape(patient.state)}</state><postalCode>${escape(patient.postalCode)}</postalCode><country>US</country></addr>
    <telecom use="HP" value="tel:${escape(patient.telephone)}"/>
    <patient>
      <name use="L"><given>${escape(patient.firstName)}</given><given>${escape(patient.middleName)}</given><family>${escape(patient.lastName)}</family></name>
      <administrativeGenderCode code="${patient.gender}" codeSystem="2.16.840.1.113883.5.1" displayName="${gender}"/>
      <birthTime value="${hl7Day(patient.birthDate)}"/>
    </patient>
  </patientRole></recordTarget>`;
}

function author({ at, author: name, organization }: DemoSubject): string {
  const [given = '', family = ''] = name.split(' ');
  return `  <author>
    <time value="${hl7Moment(at)}+0000"/>
    <assignedAuthor>
      <id root="2.16.840.1.113883.4.6" nullFlavor="NI"/>
      <assignedPerson><name><given>${escape(given)}</given><family>${escape(family)}</family></name></assignedPerson>
      <representedOrganization><name>${escape(organization)}</name></representedOrganization>
    </assignedAuthor>
  </author>`;
}

function sectionOf(section: ClinicalSection, random: Random, at: Date): string {
  const { code, templateId, title, columns, rows } = section;
  const head = columns.map((column) => `<th>${escape(column)}</th>`).join('');
  const chosen = rows.filter((_row, index) => index === 0 || random.chance(0.7));
  const lines = chosen.map((row, index) => {
    const cells = cellsOf(row, random, at).map((cell) => `<td>${escape(cell)}</td>`);
    return `          <tr ID="${code}-${index + 1}">${cells.join('')}</tr>`;
  });
  return `    <component><section>
      <templateId root="${templateId}"/>
      <code code="${code}" codeSystem="2.16.840.1.113883.6.1" codeSystemName="LOINC" displayName="${escape(title)}"/>
      <title>${escape(title)}</title>
      <text>
        <table border="1"><thead><tr>${head}</tr></thead><tbody>
${lines.join('\n')}
        </tbody></table>
      </text>
    </section></component>`;
}
