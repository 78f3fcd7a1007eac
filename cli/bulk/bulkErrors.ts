import type { BulkError } from '../../shared/bulk/problems.ts';
import { type CliError, toCliError } from '../errors.ts';

/** What stops a file, a plan or a run, as the command line shows it. */
export const fromBulk = (error: BulkError): CliError => toCliError(error);
