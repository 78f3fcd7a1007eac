/** Roles of a directory entry, in the order of the choice list (spec 1 section 9). */
export const responderTypes = [
  'DirectResponder',
  'ChildLocation',
  'GatewayResponder',
  'GatewayMember',
  'InitiatorOnly',
] as const;
export type ResponderType = (typeof responderTypes)[number];

/** How responder types are shown (spec 2 section 3). */
export const responderTypeNames: Readonly<Record<ResponderType, string>> = {
  DirectResponder: 'Direct Responder - Repository Owner',
  GatewayResponder: 'Gateway Responder - No Repository',
  GatewayMember: 'Gateway Member - Data Repository',
  ChildLocation: 'Child Location - For Directory Purposes',
  InitiatorOnly: 'Initiator Only',
};

/** Every display word of spec 2 section 3; Pass Through has no responder type of its own in spec 1 section 9. */
export const passThroughName = 'Pass Through - For Directory Purposes';

/** What a directory entry stands for in the network (spec 2 section 3). */
export const entityTypes = ['Participant', 'Sub-Participant', 'Child'] as const;
export type EntityType = (typeof entityTypes)[number];

/** The derived initiatorOnly flag: true for InitiatorOnly, false for every other type (spec 1 section 4). */
export const isInitiatorOnly = (responderType: string): boolean => responderType === 'InitiatorOnly';

/** Most characters of an alternate OID's value (spec 1 section 9). */
export const oidValueMax = 255;

/** Whether the value is an object identifier, with or without `urn:oid:`, at most 255 characters. */
export const isOid = (value: string): boolean =>
  value.length <= oidValueMax &&
  /^(?:urn:oid:)?(?:[01]\.(?:[0-9]|[1-3][0-9])|2\.(?:0|[1-9]\d*))(?:\.(?:0|[1-9]\d*))*$/.test(value);

/** Shown when an identifier fails `isOid`. */
export const oidText = 'Enter a valid OID, such as 2.16.840.1.113883.3.1234.';

/** One form for the same identifier: without `urn:oid:` and outer blanks, as directory entries keep it. */
export const plainOid = (value: string): string => value.trim().replace(/^urn:oid:/i, '');

// Control characters, the line separators and what turns the direction of text around.
// oxlint-disable-next-line no-control-regex -- naming them is the point
const invisible = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** What is wrong with the value of an alternate OID (spec 1 section 5: required, at most 255 characters), or null. */
export const oidValueProblem = (value: string | null | undefined): string | null => {
  const text = value?.trim() ?? '';
  if (text === '') return 'Value is required.';
  if (text.length > oidValueMax) return `Value must be at most ${oidValueMax} characters.`;
  return invisible.test(text) ? 'Value must not contain control characters.' : null;
};

/**
 * A caution beside the value, never a refusal: the specification takes any text, but only an object identifier can ever match
 * a requester. Null where there is nothing to say.
 */
export const oidWarning = (value: string | null | undefined): string | null => {
  const text = value?.trim() ?? '';
  return text === '' || isOid(text)
    ? null
    : 'This is not an OID, such as 2.16.840.1.113883.3.1234: no request will match it.';
};
