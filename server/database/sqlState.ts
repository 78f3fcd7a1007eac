/** PostgreSQL's five-letter code of an error, wherever drizzle and our own wrapping put it. All have a digit; EPIPE has none. */
export function sqlState(error: unknown): string | undefined {
  for (let step: unknown = error, depth = 0; step instanceof Error && depth < 5; step = step.cause, depth++) {
    if ('code' in step && typeof step.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(step.code)) return step.code;
  }
  return undefined;
}

/** Name of the constraint that refused a write, for turning a race into a proper 409 (CO-3). */
export function violatedConstraint(error: unknown): string | undefined {
  for (let step: unknown = error, depth = 0; step instanceof Error && depth < 5; step = step.cause, depth++) {
    if ('constraint' in step && typeof step.constraint === 'string') return step.constraint;
  }
  return undefined;
}

// Admin shutdown, crash shutdown, cannot connect now, out of disk, too many connections, read-only or no rights (a write that cannot be audited).
const unavailableStates = /^(08|53|57P0|58)|^(57014|25006|40001|40P01|55P03|25P0[34]|26000|3D000)$/;
const unavailableSystemCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EACCES)$/;
const unavailableTexts =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection timeout|Client has encountered a connection error|Client was closed/i;

/** True where the database, not the request, is the trouble: the caller may try again (FT-2). */
export function isDatabaseOutage(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return unavailableStates.test(state);
  for (let step: unknown = error, depth = 0; step instanceof Error && depth < 5; step = step.cause, depth++) {
    if ('syscall' in step && 'code' in step && unavailableSystemCodes.test(String(step.code))) return true;
    if ('code' in step && step.code === 'ECONNRESET') return true;
    if (unavailableTexts.test(step.message)) return true;
  }
  return false;
}
