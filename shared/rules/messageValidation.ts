import type { DateModel } from './dates.ts';
import { emptyDate, isCalendarDate, isUntil } from './dates.ts';
import type { PageStrategy } from './release.ts';
import { patientExportModes } from './release.ts';

type Text = string | null | undefined;

/** What the check needs to know of a message; dates are YYYY-MM-DD or whatever could not be read as one. */
export type MessageToCheck = {
  readonly strategy: PageStrategy;
  readonly patientExportMode?: Text;
  readonly convertsToCda?: boolean;
  readonly nonPatientExport?: boolean;
  /** Whether the message came from the prescription network and its visit date can be edited. */
  readonly checksVisitDate?: boolean;
  readonly patient?: PatientToCheck | null | undefined;
  readonly attachments: readonly AttachmentToCheck[];
};

/** The patient block of a message (spec 3 section 3). */
export type PatientToCheck = {
  readonly firstName?: Text;
  readonly lastName?: Text;
  readonly birthDate?: Text;
  readonly gender?: Text;
  readonly visitDate?: Text;
};

/** An attachment with what its metadata holds (spec 3 section 3). */
export type AttachmentToCheck = {
  readonly fileName: string;
  readonly isSelected?: boolean | undefined;
  readonly documentType?: Text;
  readonly documentDate?: Text;
  readonly confidentiality?: Text;
};

const isFilled = (value: Text): boolean => Boolean(value?.trim());
const required = (field: string): string => `"${field}" is required.`;
const notAfterToday = (field: string): string => `"${field}" must be equal or less than today.`;

const isPatientRequired = ({ strategy, patientExportMode }: MessageToCheck): boolean =>
  strategy === 'new' || (strategy === 'intake' && patientExportModes.some((mode) => mode === patientExportMode));

const requiredPatientTexts = (message: MessageToCheck): string[] => {
  const { patient, strategy } = message;
  if (!isPatientRequired(message)) return [];
  if (!patient) return ['"Patient Details" information is required.'];
  const texts: string[] = [];
  if (!isFilled(patient.firstName)) texts.push(required('Patient First Name'));
  if (!isFilled(patient.lastName)) texts.push(required('Patient Last Name'));
  if (strategy === 'intake') return texts;
  if (!isFilled(patient.birthDate)) texts.push(required('Patient Birth Date'));
  if (!isFilled(patient.gender)) texts.push(required('Patient Gender'));
  return texts;
};

const dateTexts = (field: string, date: Text, today: DateModel): string[] => {
  if (!date || !isCalendarDate(date)) return [`"${field}" is invalid.`];
  return isUntil(date, today) ? [] : [notAfterToday(field)];
};

const attachmentTexts = (message: MessageToCheck, attachment: AttachmentToCheck, today: DateModel): string[] => {
  const { strategy, convertsToCda, nonPatientExport } = message;
  const { fileName, documentDate } = attachment;
  const texts: string[] = [];
  const needsType = (convertsToCda || strategy === 'intake') && !nonPatientExport;
  if (needsType && !isFilled(attachment.documentType)) texts.push(`"Document Type" is required for file ${fileName}`);
  if (!documentDate || documentDate === emptyDate) texts.push(`"Document Date" is required for file ${fileName}`);
  else if (!isUntil(documentDate, today)) {
    texts.push(`"Document Date" must be equal or less than today for file ${fileName}`);
  }
  if ((strategy === 'new' || strategy === 'forward') && !isFilled(attachment.confidentiality)) {
    texts.push(`"Confidentiality" is required for file ${fileName}`);
  }
  return texts;
};

/**
 * What keeps a message from being sent or processed, one text for each problem in the order of the page; empty when all is
 * well (spec 3 section 5). Attachments without a selection flag count as selected. The text for a missing confidentiality
 * is ours, made like its neighbours.
 */
export const messageProblems = (message: MessageToCheck, today: DateModel): string[] => {
  const { patient, attachments, checksVisitDate } = message;
  const checked = attachments.filter((attachment) => attachment.isSelected ?? true);
  return [
    ...requiredPatientTexts(message),
    ...(isFilled(patient?.birthDate) ? dateTexts('Patient Birth Date', patient?.birthDate, today) : []),
    ...(checksVisitDate ? dateTexts('Patient Visit Date', patient?.visitDate, today) : []),
    ...checked.flatMap((attachment) => attachmentTexts(message, attachment, today)),
  ];
};
