import { randomUUID } from 'node:crypto';
import type { PatientData } from '../../../shared/contract/messageSchemas.ts';
import { maskSsns } from '../../../shared/rules/socialSecurity.ts';
import type { DocumentDetails } from '../documents.ts';

/** The document inside, and its media type of those C-CDA allows. */
export interface CdaBody {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Text of an element or of an attribute in double quotes. */
export const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- XML has no such characters
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** An element with a text, or one that says there is none. */
const element = (name: string, text: string | null): string =>
  text === null ? `<${name} nullFlavor="NI"/>` : `<${name}>${escaped(text)}</${name}>`;

/** An unstructured C-CDA R2.1 document around any other: header from the details, body as base64. */
export function writeCda(body: CdaBody, { title, name, patient, documentDate }: DocumentDetails, now: Date): Buffer {
  const created = `${now.toISOString().replace(/[-:T]/g, '').slice(0, 14)}+0000`;
  const effective = documentDate === null ? created : documentDate.replaceAll('-', '');
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<realmCode code="US"/>
<typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
<templateId root="2.16.840.1.113883.10.20.22.1.1" extension="2015-08-01"/>
<templateId root="2.16.840.1.113883.10.20.22.1.10" extension="2015-08-01"/>
<id root="${randomUUID()}"/>
<code code="34133-9" codeSystem="2.16.840.1.113883.6.1" codeSystemName="LOINC" displayName="Summarization of Episode Note"/>
<title>${escaped(maskSsns(title || name || 'Document', patient?.socialSecurityNumbers))}</title>
<effectiveTime value="${effective}"/>
<confidentialityCode code="N" codeSystem="2.16.840.1.113883.5.25"/>
<languageCode code="en-US"/>
${recordTarget(patient)}
<author><time value="${created}"/><assignedAuthor><id nullFlavor="NI"/><addr nullFlavor="NI"/><telecom nullFlavor="NI"/>
<assignedAuthoringDevice><manufacturerModelName>carepost</manufacturerModelName><softwareName>carepost-cda</softwareName></assignedAuthoringDevice>
</assignedAuthor></author>
<custodian><assignedCustodian><representedCustodianOrganization><id nullFlavor="NI"/><name nullFlavor="NI"/><telecom nullFlavor="NI"/><addr nullFlavor="NI"/></representedCustodianOrganization></assignedCustodian></custodian>
<component><nonXMLBody><text mediaType="${escaped(body.mediaType)}" representation="B64">${body.bytes.toString('base64')}</text></nonXMLBody></component>
</ClinicalDocument>
`);
}

/** The known data of the patient; a patient without data where there are none, because the element is required. */
function recordTarget(patient: PatientData | null): string {
  const ids = (patient?.patientIds ?? []).map(
    ({ root, id }) => `<id${root ? ` root="${escaped(root)}"` : ' nullFlavor="UNK"'} extension="${escaped(id)}"/>`,
  );
  const givenNames = [patient?.firstName ?? null, patient?.middleName ?? null].filter((part) => part !== null);
  const birth = patient?.birthDate?.replaceAll('-', '');
  return `<recordTarget><patientRole>
${ids.join('\n') || '<id nullFlavor="UNK"/>'}
<addr use="HP">${element('streetAddressLine', patient?.streetAddress1 ?? null)}${patient?.streetAddress2 ? element('streetAddressLine', patient.streetAddress2) : ''}${element('city', patient?.city ?? null)}${element('state', patient?.state ?? null)}${element('postalCode', patient?.postalCode ?? null)}</addr>
${patient?.telephone ? `<telecom use="HP" value="tel:${escaped(patient.telephone)}"/>` : '<telecom nullFlavor="NI"/>'}
<patient>${nameOf(patient, givenNames)}
${patient?.gender ? `<administrativeGenderCode code="${escaped(patient.gender)}" codeSystem="2.16.840.1.113883.5.1"/>` : '<administrativeGenderCode nullFlavor="UNK"/>'}
${birth ? `<birthTime value="${escaped(birth)}"/>` : '<birthTime nullFlavor="UNK"/>'}
</patient></patientRole></recordTarget>`;
}

function nameOf(patient: PatientData | null, givenNames: readonly string[]): string {
  if (patient?.fullName && !patient.lastName && givenNames.length === 0)
    return `<name use="L">${escaped(patient.fullName)}</name>`;
  const parts = givenNames.map((part) => element('given', part));
  return `<name use="L">${parts.join('') || '<given nullFlavor="UNK"/>'}${element('family', patient?.lastName ?? null)}</name>`;
}
