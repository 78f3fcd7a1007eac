import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { requestReasonMax } from '../../shared/rules/reason.ts';
import { ApiProblem } from './problem.ts';
import { visibleTextProblem } from '../../shared/rules/visibleText.ts';

const correlationForm = /^[A-Za-z0-9._:-]{1,100}$/;
const runForm = /^[A-Za-z0-9._:-]{1,100}$/;

/** The caller's correlation id where it is well formed, else one of our own. */
export function correlationId(request: IncomingMessage): string {
  const given = request.headers['x-correlation-id'];
  return typeof given === 'string' && correlationForm.test(given) ? given : randomUUID();
}

/** Version the caller means to change: `If-Match: "7"`. `*` means any, as RFC 9110 says. */
export function ifMatchOf(request: FastifyRequest): number | undefined {
  const given = request.headers['if-match'];
  if (given === undefined || given.trim() === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(given.trim())?.[1];
  if (version === undefined) throw invalidHeader('If-Match', 'must be a version in quotes, such as "7"');
  return Number(version);
}

/** `X-Request-Reason`, percent-encoded because headers hold no other letters; kept in the audit trail. */
export function reasonOf(request: FastifyRequest): string | undefined {
  const given = request.headers['x-request-reason'];
  if (typeof given !== 'string' || given === '') return undefined;
  const reason = decode(given)?.trim();
  if (reason === undefined || reason.length > requestReasonMax || reason.includes('\0')) {
    throw invalidHeader('X-Request-Reason', `must be percent-encoded text of at most ${requestReasonMax} characters`);
  }
  const problem = reason === '' ? null : visibleTextProblem(reason, 'many');
  if (problem !== null) throw invalidHeader('X-Request-Reason', problem);
  return reason || undefined;
}

export function runIdOf(request: FastifyRequest): string | undefined {
  const given = request.headers['x-run-id'];
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string' || !runForm.test(given))
    throw invalidHeader('X-Run-Id', 'must be 1 to 100 letters, digits, . _ : or -');
  return given;
}

/**
 * `X-User-Activity`: seconds since the last action of the user in the web application. The header alone keeps its session from ending, so
 * that polling and renewals never count (quality SS-1).
 */
export function secondsSinceAction(request: FastifyRequest): number | undefined {
  const given = request.headers['x-user-activity'];
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string' || !/^\d{1,6}$/.test(given))
    throw invalidHeader('X-User-Activity', 'must be a number of seconds');
  return Number(given);
}

/** The bearer token, or undefined where there is none. It is never taken from the address (TK-6). */
export function bearerToken(request: FastifyRequest): string | undefined {
  const given = request.headers.authorization;
  if (given === undefined) return undefined;
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(given)?.[1];
  if (token === undefined)
    throw new ApiProblem('E-TOKEN-INVALID', { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
  return token;
}

export const invalidHeader = (name: string, text: string) =>
  new ApiProblem('E-REQUEST-INVALID', { modelState: { [name]: [text] } });

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
