import { type ErrorCode, errorCatalogue, type ModelState } from '../../shared/contract/errors.ts';

interface ProblemOptions {
  /** Replaces the catalogue's text, for example where it carries a number. */
  readonly message?: string;
  readonly modelState?: ModelState | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refusal with a code of the catalogue. Whatever else is thrown becomes E-INTERNAL at the edge. */
export class ApiProblem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly modelState: ModelState | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.name = 'ApiProblem';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.modelState = options.modelState;
    this.headers = options.headers ?? {};
  }
}
