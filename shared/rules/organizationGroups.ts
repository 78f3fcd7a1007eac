import { directAddressProblem } from './address.ts';
import { isOid, oidText, plainOid } from './carequality.ts';
import { emailText, isEmail } from './email.ts';
import { ipAddressText, isIpAddress } from './ipAddress.ts';
import { isPurposeOfUse, purposeOfUseText } from './purposeOfUse.ts';

type Text = string | null | undefined;

/** Fields of the tabs beside details and contact (spec 1 section 2) that have a rule beyond their shape. */
export type OrganizationGroupFields = {
  readonly allowedPurposeOfUseCodes?: readonly string[] | null | undefined;
  readonly carequality?: { readonly organizationOid?: Text } | null | undefined;
  readonly qhin?: QhinFields | null | undefined;
  readonly direct?: DirectFields | null | undefined;
  readonly settings?: { readonly notificationEmails?: readonly string[] | null | undefined } | null | undefined;
  readonly allowedIpAddresses?: readonly string[] | null | undefined;
};
export type QhinFields = {
  readonly isParticipating?: boolean | null | undefined;
  readonly qhinName?: Text;
  readonly entityType?: Text;
  readonly participantOid?: Text;
  readonly parentOid?: Text;
};
type DirectFields = {
  readonly recordsName?: Text;
  readonly maxAddresses?: number | string | null | undefined;
};

/** Names of the fields that a participant in TEFCA exchange must fill in; a part of a network names its parent as well. */
const qhinRequired = [
  ['qhinName', 'QHIN name'],
  ['entityType', 'Entity type'],
  ['participantOid', 'Participant OID'],
] as const;

/** Entity types that hang under another participant and name it (spec 2 section 3). */
const typesWithParent: readonly Text[] = ['Sub-Participant', 'Child'];

/** Most direct addresses an organization can be allowed. */
export const maxAddressesMost = 100_000;
export const maxAddressesText = 'Maximum number of addresses must be a whole number from 0 to 100,000.';
export const recordsNameText = 'Name of the records address is required.';

export const ownQhinParentText = 'An organization cannot be its own parent.';

type Problem = readonly [field: string, text: string];

const isFilled = (value: Text): boolean => Boolean(value?.trim());

const oidProblem = (field: string, value: Text): Problem[] =>
  isFilled(value) && !isOid(value?.trim() ?? '') ? [[field, oidText]] : [];

const qhinProblems = (qhin: QhinFields, isPartial: boolean): Problem[] => {
  const problems = [
    ...oidProblem('qhin.participantOid', qhin.participantOid),
    ...oidProblem('qhin.parentOid', qhin.parentOid),
  ];
  if (qhin.isParticipating !== true) return problems;
  const isMissing = (value: Text) => !isFilled(value) && !(isPartial && value === undefined);
  for (const [field, name] of qhinRequired) {
    if (isMissing(qhin[field]))
      problems.push([`qhin.${field}`, `${name} is required when the organization participates.`]);
  }
  if (typesWithParent.includes(qhin.entityType) && isMissing(qhin.parentOid)) {
    problems.push(['qhin.parentOid', `Parent OID is required for a ${qhin.entityType}.`]);
  }
  if (isFilled(qhin.parentOid) && plainOid(qhin.parentOid ?? '') === plainOid(qhin.participantOid ?? '')) {
    problems.push(['qhin.parentOid', ownQhinParentText]);
  }
  return problems;
};

const directProblems = ({ recordsName, maxAddresses }: DirectFields): Problem[] => {
  const problems: Problem[] = [];
  if (recordsName !== undefined) {
    const text = isFilled(recordsName) ? directAddressProblem(recordsName?.trim() ?? '') : recordsNameText;
    if (text !== null) problems.push(['direct.recordsName', text]);
  }
  if (maxAddresses !== undefined) {
    const most = maxAddresses === null || maxAddresses === '' ? Number.NaN : Number(maxAddresses);
    if (!Number.isInteger(most) || most < 0 || most > maxAddressesMost) {
      problems.push(['direct.maxAddresses', maxAddressesText]);
    }
  }
  return problems;
};

/** Each wrong and each repeated value once, named in front of the rule it breaks. */
const listProblems = (
  field: string,
  values: readonly string[] | null | undefined,
  isValid: (value: string) => boolean,
  text: string,
): Problem[] => {
  const problems = new Map<string, Problem>();
  const seen = new Set<string>();
  for (const value of values ?? []) {
    const key = value.trim().toLowerCase();
    if (!isValid(value.trim())) problems.set(key, [field, `${value}: ${text}`]);
    else if (seen.has(key)) problems.set(key, [field, `${value} is in the list more than once.`]);
    seen.add(key);
  }
  return [...problems.values()];
};

/** What is wrong with a list of IPv4 addresses: wrong ones and repeated ones, texts by `field` (spec 3 section 5). */
export const ipAddressListProblems = (field: string, values: readonly string[] | null | undefined): Problem[] =>
  listProblems(field, values, isIpAddress, ipAddressText);

/**
 * What a schema cannot say about the organization's further tabs: field path and text, several for one field where several
 * values are wrong. `isPartial`: the fields are a change, in which a field left out stays as it is and is not missing.
 */
export const organizationGroupProblems = (fields: OrganizationGroupFields, isPartial: boolean): Problem[] => [
  ...((fields.allowedPurposeOfUseCodes ?? []).every(isPurposeOfUse)
    ? []
    : [['allowedPurposeOfUseCodes', purposeOfUseText] as const]),
  ...oidProblem('carequality.organizationOid', fields.carequality?.organizationOid),
  ...qhinProblems(fields.qhin ?? {}, isPartial),
  ...directProblems(fields.direct ?? {}),
  ...listProblems('settings.notificationEmails', fields.settings?.notificationEmails, isEmail, emailText),
  ...ipAddressListProblems('allowedIpAddresses', fields.allowedIpAddresses),
];
