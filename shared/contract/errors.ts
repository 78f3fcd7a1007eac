import { exchangeErrors } from './exchangeErrors.ts';
import { integrationErrors } from './integrationErrors.ts';
import { planErrors } from './planErrors.ts';
import { proofingErrors } from './proofingErrors.ts';
import { registrationErrors } from './registrationErrors.ts';
import { subscriptionErrors } from './subscriptionErrors.ts';
import { userErrors } from './userErrors.ts';

/**
 * The error catalogue: each code with its HTTP status, the text people read, and the way out.
 * Texts in the specification's words where it has them (spec 1 section 8, spec 3 section 8).
 */
interface ErrorEntry {
  readonly status: number;
  readonly message: string;
  readonly hint: string;
}

const catalogue = {
  'E-REQUEST-INVALID': {
    status: 400,
    message: 'The request is not valid.',
    hint: 'Correct the fields named in modelState.',
  },
  'E-BODY-MALFORMED': {
    status: 400,
    message: 'The body is not well-formed JSON.',
    hint: 'Send one JSON value in UTF-8.',
  },
  'E-URL-MALFORMED': {
    status: 400,
    message: 'The address is not well-formed.',
    hint: 'Check the percent-encoding of the address.',
  },
  'E-TOKEN-MISSING': { status: 401, message: 'Sign in first.', hint: 'Send "Authorization: Bearer …".' },
  'E-TOKEN-INVALID': { status: 401, message: 'The access token is not valid.', hint: 'Sign in again.' },
  'E-TOKEN-REVOKED': { status: 401, message: 'Token revoked or expired.', hint: 'Sign in again.' },
  'E-SESSION-IDLE': {
    status: 401,
    message: 'You were logged out because you did nothing for a while.',
    hint: 'Sign in again.',
  },
  'E-FORBIDDEN': {
    status: 403,
    message: 'You are not authorized to view this resource.',
    hint: 'Ask a platform administrator for the role.',
  },
  'E-ROUTE-NOT-FOUND': { status: 404, message: 'There is no such API path.', hint: 'See /docs for all endpoints.' },
  'E-NOT-FOUND': { status: 404, message: 'There is no such record.', hint: 'Check the id.' },
  'E-METHOD-NOT-ALLOWED': {
    status: 405,
    message: 'This address does not take this method.',
    hint: 'See the Allow header.',
  },
  'E-REQUEST-TIMEOUT': { status: 408, message: 'The request took too long to arrive.', hint: 'Send it again.' },
  'E-VERSION-CONFLICT': {
    status: 409,
    message: 'The record was changed since you loaded it.',
    hint: 'Load it again, compare, and save again.',
  },
  'E-PRECONDITION-FAILED': {
    status: 412,
    message: 'The record was changed since you loaded it.',
    hint: 'Load it again and send its new version in If-Match.',
  },
  'E-BODY-TOO-LARGE': { status: 413, message: 'The body is too large.', hint: 'Send at most 1 MiB.' },
  'E-URL-TOO-LONG': { status: 414, message: 'The address is too long.', hint: 'Shorten the query.' },
  'E-MEDIA-TYPE': {
    status: 415,
    message: 'The body has a content type this call does not take.',
    hint: 'Send application/json.',
  },
  'E-HEADERS-TOO-LARGE': { status: 431, message: 'The headers are too large.', hint: 'Send fewer or shorter headers.' },
  'E-RATE-LIMITED': { status: 429, message: 'Too many requests.', hint: 'Wait as long as Retry-After says.' },
  'E-IDEMPOTENCY-REUSED': {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
    hint: 'Use a new key for a new request.',
  },
  'E-IDEMPOTENCY-IN-FLIGHT': {
    status: 409,
    message: 'A request with this Idempotency-Key is still running.',
    hint: 'Wait and send it again.',
  },
  'E-INTERNAL': {
    status: 500,
    message: 'Something went wrong on our side.',
    hint: 'Try again; report the correlation id if it stays.',
  },
  'E-UNAVAILABLE': {
    status: 503,
    message: 'The service is not available right now.',
    hint: 'Try again in a few seconds.',
  },
  'E-ORG-SUBDOMAIN': {
    status: 400,
    message:
      'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.',
    hint: 'Choose another subdomain.',
  },
  'E-ORG-SUBDOMAIN-TAKEN': {
    status: 409,
    message:
      'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.',
    hint: 'Choose another subdomain.',
  },
  'E-ORG-REFERENCE': {
    status: 400,
    message: 'The organization points at a record that does not exist.',
    hint: 'Name a record that exists.',
  },
  'E-ORG-PLAN-USERS': {
    status: 400,
    message: 'The plan allows fewer users than the organization has.',
    hint: 'Choose a plan that allows the current number of users, or an unlimited one.',
  },
  'E-ORG-USER-LIMIT': {
    status: 409,
    message: 'The plan of this organization allows no more users.',
    hint: 'Choose a plan that allows more users, or remove another user first.',
  },
  'E-ORG-FREE-PLAN-USERS': {
    status: 400,
    message: "Can't remove Licenser because this organization exceeds the user limit for the free plan.",
    hint: 'Lower the number of users to 3 or keep the reseller.',
  },
  'E-ORG-NOT-CANCELING': {
    status: 409,
    message: 'There was an error clearing the cancellation for this organization.',
    hint: 'The organization has no cancellation to clear.',
  },
  'E-SERVICE-ACCOUNT-FLOOR': {
    status: 400,
    message: 'The number of Allowed Addresses cannot be lower than the number of registered addresses.',
    hint: 'Remove registered addresses first.',
  },
  'E-USER-ASSIGNED': {
    status: 409,
    message: 'The user already belongs to this organization.',
    hint: 'Nothing to do.',
  },
  'E-ORG-NOT-MEMBER': {
    status: 403,
    message: 'You do not belong to this organization.',
    hint: 'Choose one of your organizations.',
  },
  'E-NAME-TAKEN': { status: 409, message: 'This name already exists.', hint: 'Choose another name.' },
  'E-IN-USE': {
    status: 409,
    message: 'The record is in use and cannot be deleted.',
    hint: 'Remove what uses it first; the text names it.',
  },
  'E-FEATURE-UNKNOWN': {
    status: 400,
    message: 'There is no such feature.',
    hint: 'Choose features from GET /api/admin/features.',
  },
  'E-DOMAIN-TAKEN': { status: 409, message: 'Another organization has this domain.', hint: 'Choose another domain.' },
  'E-DOMAIN-IN-USE': {
    status: 409,
    message: 'Direct addresses of the organization use this domain.',
    hint: 'Delete those addresses first.',
  },
  'E-OID-TAKEN': {
    status: 409,
    message: 'The organization already has this OID.',
    hint: 'Change the existing entry instead.',
  },
  'E-DIRECTORY-OID-TAKEN': {
    status: 409,
    message: 'The organization already has a directory entry with this OrganizationId.',
    hint: 'Change the existing entry instead.',
  },
  'E-CAREQUALITY-OFF': {
    status: 409,
    message: 'The organization does not participate in Carequality.',
    hint: 'Switch participation on in its Carequality tab first.',
  },
  'E-DIRECTORY-UNAVAILABLE': {
    status: 503,
    message: 'The FHIR directory does not answer.',
    hint: 'Nothing was changed. Try again later.',
  },
  'E-ADDRESS-TAKEN': { status: 409, message: 'This address is already in use.', hint: 'Choose another address.' },
  'E-ADDRESS-DOMAIN': {
    status: 400,
    message: 'The domain of the direct address does not belong to the organization.',
    hint: 'Use its own domain or add the domain first.',
  },
  'E-DIRECT-OFF': {
    status: 409,
    message: 'Direct messaging is switched off for this organization.',
    hint: 'Switch it on in its Settings tab first.',
  },
  'E-DIRECT-LIMIT': {
    status: 409,
    message: 'The organization has as many direct addresses as it may have.',
    hint: 'Raise the limit in its Settings tab or delete an address.',
  },
  'E-FAX-STATUS': {
    status: 409,
    message: 'The fax number cannot take this status now.',
    hint: 'Load it again and see which statuses can follow.',
  },
  'E-FAX-ACCOUNT-TAKEN': {
    status: 409,
    message: 'Another organization has this account number.',
    hint: 'Check the number of the account.',
  },
  'E-FAX-ACCOUNT-OFF': {
    status: 409,
    message: 'The fax account is switched off.',
    hint: 'Switch it on first.',
  },
  'E-NETWORK-NO-ACCOUNT': {
    status: 404,
    message: 'The network has no service account.',
    hint: 'Create it with PUT /api/networks/{id}/serviceaccounts.',
  },
  'E-INTEROP-ELSEWHERE': {
    status: 409,
    message: 'This installation uses the interoperability API of another host.',
    hint: 'Send the call there: interopBaseUrl of /config.json names it, and CAREPOST_INTEROP is the setting of the command line.',
  },
  'E-USER-UNKNOWN': { status: 400, message: 'There is no such user.', hint: 'Check the user name.' },
  'E-LINK-EXISTS': {
    status: 409,
    message: 'This subject of the issuer is linked already.',
    hint: 'Remove the link first.',
  },
  'E-LINK-REMOVED': { status: 409, message: 'The link was removed already.', hint: 'Nothing to do.' },
  'E-NETWORK-ADMIN': {
    status: 409,
    message: 'The user already administers a network.',
    hint: 'End that administration first.',
  },
  'E-URL-CODE-TAKEN': {
    status: 409,
    message: 'This URL code already exists.',
    hint: 'Choose another code, or ask GET /api/resellers/urlcode for a free one.',
  },
  'E-RESELLER-TYPE': {
    status: 409,
    message: 'The type of a reseller with organizations cannot change.',
    hint: 'Assign its organizations to another reseller first.',
  },
  'E-EULA-EXISTS': {
    status: 409,
    message: 'This version already exists for the brand.',
    hint: 'Choose another version.',
  },
  'E-EULA-INACTIVE': {
    status: 409,
    message: 'This agreement is not the active one of your organization.',
    hint: 'Load the active agreement and accept that.',
  },
  'E-FILE-TYPE': {
    status: 415,
    message: 'The file is not of a kind this call takes.',
    hint: 'Choose a file of one of the kinds that the message names.',
  },
  'E-FILE-TOO-LARGE': { status: 413, message: 'The file is too large.', hint: 'The text names the limit.' },
  'E-PREFERENCE-TOO-LARGE': {
    status: 413,
    message: 'The setting is too large.',
    hint: 'Keep a setting below 32 kB and a person below 100 settings.',
  },
  'E-PREFERENCE-NOBODY': {
    status: 409,
    message: 'Only users can store settings, not machine clients.',
    hint: 'Sign in as a person, not as a machine client.',
  },
  'E-DRAFT-TOO-LARGE': {
    status: 413,
    message: 'The unsaved form is too large to be kept.',
    hint: 'Save the form before you leave.',
  },
  'E-DRAFT-OWNER': {
    status: 409,
    message: 'Only users can keep unsaved forms, not machine clients.',
    hint: 'Sign in as a person, not as a machine client.',
  },
  'E-ADDRESS-NOT-ALLOWED': {
    status: 403,
    message: 'Your organization does not allow work from this network address.',
    hint: 'Work from an allowed address, or ask a platform administrator to add yours.',
  },
  ...planErrors,
  ...exchangeErrors,
  ...userErrors,
  ...integrationErrors,
  ...subscriptionErrors,
  ...proofingErrors,
  ...registrationErrors,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof catalogue;
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorEntry>> = catalogue;
export const errorCodes = Object.keys(catalogue) as ErrorCode[];

/** Codes of any row, so rows do not list them one by one. */
export const commonErrors = [
  'E-REQUEST-INVALID',
  'E-BODY-MALFORMED',
  'E-URL-MALFORMED',
  'E-TOKEN-MISSING',
  'E-TOKEN-INVALID',
  'E-TOKEN-REVOKED',
  'E-SESSION-IDLE',
  'E-FORBIDDEN',
  'E-ADDRESS-NOT-ALLOWED',
  'E-ROUTE-NOT-FOUND',
  'E-METHOD-NOT-ALLOWED',
  'E-REQUEST-TIMEOUT',
  'E-BODY-TOO-LARGE',
  'E-URL-TOO-LONG',
  'E-MEDIA-TYPE',
  'E-HEADERS-TOO-LARGE',
  'E-RATE-LIMITED',
  'E-IDEMPOTENCY-REUSED',
  'E-IDEMPOTENCY-IN-FLIGHT',
  'E-INTERNAL',
  'E-UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Field errors: path of the field (`address.zip`) to its texts. */
export type ModelState = Readonly<Record<string, readonly string[]>>;

/** The body of every refused call. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly modelState?: ModelState;
  readonly correlationId: string;
}
