import { FhirFailure } from './directory.ts';
import { outcomeResource } from './resources.ts';
import { shortText } from './texts.ts';
import type { FhirResponse } from './transport.ts';

/** Statuses of a directory that is there but cannot serve anybody now. */
const outageStatuses = new Set([429, 502, 503, 504]);

/** The JSON of a good answer; every other one is a failure with the directory's own words where it gave some. */
export function readJson({ status, contentType, text }: FhirResponse): unknown {
  const isJson = contentType === '' || /[/+]json\b/i.test(contentType);
  const body = isJson ? parse(text) : undefined;
  const said = body?.ok ? outcomeText(body.value) : null;
  if (status < 200 || status > 299) {
    throw new FhirFailure(`The directory answered ${status}${said === null ? '' : `: ${said}`}.`, {
      isOutage: outageStatuses.has(status),
      status,
    });
  }
  if (!isJson) throw new FhirFailure(`The directory answered with ${shortText(contentType, 60)} instead of JSON.`);
  if (!body?.ok) throw new FhirFailure('The answer of the directory is not well-formed JSON.');
  if (said !== null) throw new FhirFailure(`The directory answered: ${said}.`);
  return body.value;
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** What an OperationOutcome complains about; null for every other resource. */
function outcomeText(body: unknown): string | null {
  const outcome = outcomeResource.safeParse(body);
  if (!outcome.success) return null;
  const issues = outcome.data.issue.map(({ diagnostics, details, code }) => diagnostics ?? details?.text ?? code ?? '');
  return shortText(issues.filter(Boolean).join('; '), 200).replace(/\.$/, '') || 'an error without a reason';
}
