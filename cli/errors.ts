import { ApiError, type ApiErrorCode, callerCatalogue } from '../shared/client/apiError.ts';
import { type BulkCode, BulkError, bulkCatalogue } from '../shared/bulk/problems.ts';
import { RunStop } from '../shared/bulk/stops.ts';
import { redact } from '../shared/client/redact.ts';
import { errorCatalogue } from '../shared/contract/errors.ts';
import { stateText } from '../shared/rules/address.ts';
import { responderTypes } from '../shared/rules/carequality.ts';
import { responderTypeText } from '../shared/rules/directoryEntry.ts';
import { purposeOfUseText, purposesOfUse } from '../shared/rules/purposeOfUse.ts';
import { type ExitName, exitOfBulk, exitOfEnd, exits, type Outcome } from './exits.ts';
import { codeOf, fileCauses } from './files.ts';

/** Failures of the command line itself; those of the API are in shared/contract/errors.ts. */
export const ownErrors = {
  'E-USAGE': { exit: 'usage', message: 'The command line is not valid.', hint: 'Run the command with --help.' },
  'E-NO-PROMPT': {
    exit: 'usage',
    message: 'A value is needed and there is no terminal to ask on.',
    hint: 'Set the flag named in the message.',
  },
  'E-NAME-AMBIGUOUS': {
    exit: 'usage',
    message: 'Several records have this name.',
    hint: 'Name the record by its id, which the error lists; an organization by --id or --subdomain.',
  },
  'E-NOT-CONFIRMED': { exit: 'not-confirmed', message: 'Not confirmed; nothing was sent.', hint: 'Add --yes.' },
  'E-NOT-SIGNED-IN': { exit: 'auth', message: 'You are not signed in.', hint: 'Run: carepost login' },
  'E-SESSION-ENDED': { exit: 'auth', message: 'Your sign-in has expired.', hint: 'Run: carepost login' },
  'E-SIGN-IN-FAILED': { exit: 'auth', message: 'The sign-in failed.', hint: 'Run: carepost login' },
  'E-SIGN-IN-TIMEOUT': {
    exit: 'auth',
    message: 'The sign-in was not completed within 3 minutes.',
    hint: 'Run carepost login again; on a machine without a browser add --device.',
  },
  'E-NO-DISPLAY': {
    exit: 'usage',
    message: 'There is no display to open a browser on: re-run with --device',
    hint: 'carepost login --device, or --no-browser to open the address yourself.',
  },
  'E-KEY-STORE': {
    exit: 'config',
    message: 'The key store of the operating system does not answer.',
    hint: 'Unlock it, or use a file that only you can read: carepost login --insecure-storage',
  },
  'E-CONFIG': { exit: 'config', message: 'The configuration is not valid.', hint: 'Run: carepost config explain' },
  'E-PROFILE-UNKNOWN': { exit: 'config', message: 'The profile does not exist.', hint: 'Run: carepost profile list' },
  'E-ISSUER': {
    exit: 'config',
    message: 'The address does not name a sign-in service.',
    hint: 'Check --api; carepost doctor shows what answers there.',
  },
  'E-LOCKED': { exit: 'locked', message: 'Another carepost process holds the lock.', hint: 'Wait for it to end.' },
  'E-IO': { exit: 'io', message: 'The file cannot be read or written.', hint: 'Check path, rights and free space.' },
  'E-EXISTS': {
    exit: 'conflict',
    message: 'The file already exists.',
    hint: 'Add --overwrite or choose another name.',
  },
  'E-EXPORT-CUT': {
    exit: 'io',
    message: 'The download is not complete.',
    hint: 'The existing file is unchanged. Run the command again.',
  },
  'E-EXPORT-DOUBTFUL': {
    exit: 'conflict',
    message: 'The export cannot be proven complete, which --strict requires.',
    hint: 'The existing file is unchanged. Run the command again, or leave out --strict.',
  },
  'E-EXPORT-TOO-FEW': {
    exit: 'conflict',
    message: 'The export has fewer rows than --min-rows requires.',
    hint: 'The existing file is unchanged. Check the source, or lower --min-rows.',
  },
  'E-EXPORT-DROP': {
    exit: 'brake',
    message: 'The export lost more rows than --max-drop allows.',
    hint: 'Check the .suspect file. If it is right, run the command again with --max-drop off.',
  },
  'E-EXPORT-KEY': {
    exit: 'invalid',
    message: 'The key is not unique: several rows have the same one.',
    hint: 'Name columns with --key that are unique in combination.',
  },
  'E-EXPORT-READ': {
    exit: 'invalid',
    message: 'The file cannot be read as an export.',
    hint: 'Check the file with: carepost reports verify <file>',
  },
  'E-EXPORT-UNPROVEN': {
    exit: 'conflict',
    message: 'There is no manifest to check the file with.',
    hint: 'It is expected beside the file: FILE.manifest.json.',
  },
  'E-DEADLINE': {
    exit: 'try-later',
    message: 'The time limit of --deadline has passed.',
    hint: 'The existing file is unchanged. Run the command again, or allow more time.',
  },
  'E-NAME-DIFFERS': {
    exit: 'conflict',
    message: 'The record does not have the expected name; nothing was sent.',
    hint: 'Check the id and the current name.',
  },
  'E-NOT-TAKEN-UP': {
    exit: 'partial',
    message: 'The server answered, but the record does not show the change.',
    hint: 'Check the record before you try again.',
  },
  'E-RETRY-FAILED': {
    exit: 'partial',
    message: 'Some of the workflows failed again.',
    hint: 'Run: carepost workflows jobs retry-failed <job>',
  },
  'E-DELIVERY-FAILED': {
    exit: 'partial',
    message: 'The event was sent, but not delivered.',
    hint: 'The field "attempts" of the output has the response. Correct the receiver and run the command again.',
  },
  'E-CONNECTION-TEST-FAILED': {
    exit: 'partial',
    message: 'The test of the connection failed.',
    hint: 'The field "steps" of the output has the response of the provider. Correct the connection: carepost connections provider <id>',
  },
  'E-DELIVERY-PENDING': {
    exit: 'try-later',
    message: 'The delivery has not ended yet.',
    hint: 'Run: carepost webhooks deliveries get <delivery>',
  },
  'E-CERTIFICATE-INVALID': {
    exit: 'partial',
    message: 'A host that the platform calls has no valid certificate.',
    hint: 'Run: carepost certificates list --invalid',
  },
  'E-FILE-INVALID': {
    exit: 'invalid',
    message: 'The file has problems; nothing was sent.',
    hint: 'Correct the file and run the command again. carepost explain <code> explains the code of a cell.',
  },
  'E-RUN-PARTIAL': {
    exit: 'partial',
    message: 'Finished, but not everything ended as planned.',
    hint: 'For a run: carepost bulk results <run> --status failed,conflict,unknown',
  },
  'E-RUN-REFUSED': {
    exit: 'invalid',
    message: 'Every row of the run was refused as invalid; nothing was changed.',
    hint: 'Correct the rows: carepost bulk results <run> says what is wrong with each.',
  },
  'E-RUN-CONFLICT': {
    exit: 'conflict',
    message: 'Every row of the run conflicts with a later change; nothing was changed.',
    hint: 'See the code of each row: carepost bulk results <run>; carepost explain <code> names the way out.',
  },
  'E-CHANGES': {
    exit: 'changes',
    message: 'There are changes.',
    hint: 'This is the answer of a comparison, not a failure.',
  },
  'E-CHECK-INVALID': {
    exit: 'invalid',
    message: 'The checked value is not valid.',
    hint: 'The output says what is wrong with it.',
  },
  'E-CHECK-CONFLICT': {
    exit: 'conflict',
    message: 'The check found a difference.',
    hint: 'The output says what differs.',
  },
  'E-RUN-DAMAGED': {
    exit: 'io',
    message: 'The journal of the run is damaged; nothing was sent.',
    hint: 'Plan the remaining rows as a new run: carepost bulk plan compares them with the current records.',
  },
  'E-RUN-UNKNOWN': { exit: 'not-found', message: 'The run does not exist.', hint: 'Run: carepost runs list' },
  'E-CODE-UNKNOWN': { exit: 'not-found', message: 'The code does not exist.', hint: 'Run: carepost explain' },
  'E-INTERRUPTED': { exit: 'interrupted', message: 'Stopped.', hint: 'Run the command again.' },
  'E-DEFECT': { exit: 'internal', message: 'An internal error occurred in carepost.', hint: 'Please report it.' },
} as const satisfies Record<string, { exit: ExitName; message: string; hint: string }>;
type OwnCode = keyof typeof ownErrors;

interface Explanation {
  readonly message: string;
  readonly hint: string;
  readonly exit: ExitName;
  /** HTTP status of an error of the server. */
  readonly status?: number;
}

type Catalogue = Readonly<Record<string, { readonly message: string; readonly hint: string }>>;

const callerExits: Readonly<Record<string, ExitName>> = { 'E-CANCELED': 'interrupted', 'E-UNKNOWN-OUTCOME': 'partial' };

/** The catalogues of all codes. The server and the command line refuse plans with the same codes: those of the server come first. */
const catalogues: readonly (readonly [Catalogue, (code: string) => ExitName])[] = [
  [errorCatalogue, (code) => exitOfStatus(errorCatalogue[code as keyof typeof errorCatalogue].status)],
  [callerCatalogue, (code) => callerExits[code] ?? 'unavailable'],
  [bulkCatalogue, exitOfBulk],
  [ownErrors, (code) => ownErrors[code as OwnCode].exit],
];

/** Every code that the command line can show: of the server, of calls without a response, of files and plans, and its own. */
export const knownCodes = (): readonly string[] =>
  catalogues.flatMap(([catalogue]) =>
    Object.keys(catalogue).filter((code) => catalogue !== bulkCatalogue || !Object.hasOwn(errorCatalogue, code)),
  );

/** Message, hint and exit of a code; a code of no catalogue is a defect. */
export const explanationOf = (code: string): Explanation => {
  const [catalogue, exitOf] = catalogues.find(([entries]) => Object.hasOwn(entries, code)) ?? [];
  const entry = catalogue?.[code];
  return entry && exitOf ? { ...entry, exit: exitOf(code) } : ownErrors['E-DEFECT'];
};

interface ErrorDetails {
  readonly exit?: ExitName;
  readonly code?: string;
  readonly hint?: string;
  readonly correlationId?: string | undefined;
  readonly details?: readonly string[];
}

/** The form of every failure in the output: a code, an exit, texts without secrets. Exit and hint come from the catalogue of the code unless set. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly exit: ExitName;
  readonly hint: string;
  readonly correlationId: string | undefined;
  readonly details: readonly string[];

  constructor(code: OwnCode | ApiErrorCode | BulkCode, message?: string, more: ErrorDetails = {}) {
    const entry = explanationOf(code);
    super(message ?? entry.message);
    this.code = more.code ?? code;
    this.exit = more.exit ?? entry.exit;
    this.hint = more.hint ?? entry.hint;
    this.correlationId = more.correlationId;
    this.details = more.details ?? [];
  }

  /** The same error with other details. */
  with(changes: ErrorDetails): CliError {
    const { code, exit, hint, correlationId, details } = this;
    return new CliError('E-DEFECT', this.message, { code, exit, hint, correlationId, details, ...changes });
  }
}

/** Ends a dry run where the command would have sent its change. Exit 0. */
export class DryRunEnd extends Error {
  override readonly name = 'DryRunEnd';
}

export const exitOfStatus = (status: number): ExitName => {
  if (status === 401) return 'auth';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 429) return 'try-later';
  if (status >= 400 && status < 500 && status !== 408) return 'invalid';
  return 'unavailable';
};

/** The exit of an API failure (exit codes are listed in exits.ts). */
const exitOfApiError = (error: ApiError): ExitName => {
  if (error.code === 'E-CANCELED') return 'interrupted';
  if (error.code === 'E-UNKNOWN-OUTCOME') return 'partial';
  return exitOfStatus(error.status);
};

/** In place of the hint that names modelState, which is a field of responses. */
export const namedValuesHint = 'Correct the named values.';

/** Hints that name flags, instead of those for callers of the API. */
const flagHints: Readonly<Record<string, string>> = {
  'E-REASON-REQUIRED': 'Add --reason with at least 4 characters; it is stored in the audit trail.',
  'E-ACCOUNT-CLIENT': 'This needs the account of a person. Run: carepost login',
  'E-MAY-DUPLICATE': 'Ask the receiver first. To send it anyway add --allow-duplicate.',
  'E-RETRY-NOTHING': 'To see why: carepost workflows bulk-retry --id <workflow> --dry-run',
  'E-REQUEST-INVALID': namedValuesHint,
  'E-RECIPIENT-INVALID': 'Correct the named recipients.',
  'E-TIMEOUT': 'Try again, or allow more time with --timeout.',
};

/** The commands of calls that texts of the server name. */
const commandsOfCalls: readonly (readonly [call: string, command: string])[] = [
  ['GET /api/users/jobs', 'carepost people jobs'],
  ['GET /api/directory/ownaddresses', 'carepost directory own-addresses'],
  ['GET /api/admin/features', 'carepost features list'],
  ['GET /api/resellers/urlcode', 'carepost resellers url-code'],
  ['GET /api/workflows/{id}', 'carepost workflows get <workflow>'],
];

/** Rules whose texts name the choice list of a form. */
const textsOfForms: readonly (readonly [text: string, terminalText: string])[] = [
  [stateText, 'Use the two letters of a US state, such as AZ.'],
  [responderTypeText, `Use one of the responder types: ${responderTypes.join(', ')}.`],
  [purposeOfUseText, `Use these purposes of use: ${purposesOfUse.map(({ code }) => code).join(', ')}.`],
];

/** A text of the server or of a shared rule with commands in the place of calls and choice lists. */
export const forTerminal = (text: string): string =>
  [...commandsOfCalls, ...textsOfForms].reduce((before, [other, own]) => before.replace(other, own), text);

const fromApi = (error: ApiError): CliError => {
  const fields = Object.entries(error.modelState).map(([field, texts]) => `${field}: ${texts.join(' ')}`);
  const rest = error.messages.filter((text) => text !== error.message && !fields.some((line) => line.includes(text)));
  return new CliError(error.code, forTerminal(error.message), {
    exit: exitOfApiError(error),
    hint: error.status === 401 ? 'Run: carepost login' : (flagHints[error.code] ?? forTerminal(error.hint)),
    correlationId: error.correlationId,
    details: [...fields, ...rest].map(forTerminal),
  });
};

/** `/a/b cannot be read or written: the file system is read-only (EROFS).`; undefined where no file is to blame. */
const fileFailure = (thrown: Error): string | undefined => {
  const code = codeOf(thrown);
  const cause = fileCauses[code];
  if (cause === undefined) return undefined;
  const what = 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : 'A file';
  if (code === 'ENOENT') return `${what} does not exist.`;
  return `${what} cannot be read or written: ${cause} (${code}).`;
};

/** Turns anything thrown into a CliError; messages of foreign errors lose their secrets. */
export const toCliError = (thrown: unknown): CliError => {
  if (thrown instanceof CliError) return thrown;
  if (thrown instanceof ApiError) return fromApi(thrown);
  if (thrown instanceof BulkError) {
    const { code, message, hint } = thrown;
    return new CliError(code, message, { exit: exitOfBulk(code), hint });
  }
  if (thrown instanceof RunStop) {
    const { code, message, end } = thrown;
    const exit = exitOfEnd(end);
    return new CliError('E-INTERRUPTED', message, { exit, ...(code === null ? {} : { code }) });
  }
  if (!(thrown instanceof Error)) return new CliError('E-DEFECT', redact(String(thrown)));
  if (thrown.name === 'AbortError') return new CliError('E-INTERRUPTED');
  // Ctrl-C or Ctrl-D where a question was asked.
  if (thrown.name === 'ExitPromptError' || thrown.name === 'AbortPromptError') {
    return new CliError('E-INTERRUPTED', 'Stopped at the question; nothing was sent.');
  }
  const failure = fileFailure(thrown);
  if (failure !== undefined) return new CliError('E-IO', redact(failure));
  return new CliError('E-DEFECT', redact(`${thrown.name}: ${thrown.message}`));
};

const outcomeCodes: Partial<Readonly<Record<ExitName, string>>> = {
  partial: 'E-RUN-PARTIAL',
  auth: 'E-NOT-SIGNED-IN',
  forbidden: 'E-FORBIDDEN',
  'not-found': 'E-NOT-FOUND',
  invalid: 'E-CHECK-INVALID',
  conflict: 'E-CHECK-CONFLICT',
  changes: 'E-CHANGES',
  unavailable: 'E-UNAVAILABLE',
  'try-later': 'E-DEADLINE',
};

/** The code of a command that ended with a result and an exit other than 0. */
export const outcomeCode = ({ code, exit }: Outcome): string => code ?? outcomeCodes[exit] ?? 'E-RUN-PARTIAL';

/** The object `--output json` puts on stderr. */
export const errorRecord = (error: CliError) => ({
  code: error.code,
  message: error.message,
  ...(error.details.length > 0 ? { details: error.details } : {}),
  hint: error.hint,
  correlationId: error.correlationId ?? null,
  exit: exits[error.exit].code,
});
