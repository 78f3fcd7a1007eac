import { randomBytes } from 'node:crypto';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { webhooks as contract } from '../../../shared/contract/webhooks.ts';
import {
  isPlatformEvent,
  isRetiredEvent,
  type WebhookAuthentication,
  webhookAuthentications,
  type WebhookEvent,
  webhookUrlProblem,
} from '../../../shared/rules/webhook.ts';
import { ApiProblem } from '../../http/problem.ts';
import { isPrivateHost } from '../../jobs/privateHost.ts';
import type { WebhookRow } from './webhooksStore.ts';

type Body = HandlerInput<typeof contract.save>['body'];

export interface WebhookFields {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly authenticationType: WebhookAuthentication;
  readonly userName: string | null;
  readonly isEnabled: boolean;
}

/** `generated` is displayed once; `undefined` means the stored secret stays. */
export interface SecretChange {
  readonly value: string | null | undefined;
  readonly generated: string | null;
}

interface Before extends Pick<WebhookRow, 'organizationId'> {
  readonly fields?: WebhookFields;
}

/** The fields of a webhook after a save, and what becomes of its secret; refuses what does not fit together, by field. */
export function fieldsAfter(
  before: Before,
  body: Body,
  allowPrivate: boolean,
): { readonly fields: WebhookFields; readonly secret: SecretChange } {
  const { name, url, events, authenticationType = 'none' } = { ...before.fields, ...withoutUndefined(body) };
  const problems: Record<string, string[]> = {};
  const refuse = (field: string, text: string) => (problems[field] ??= []).push(text);
  if (name === undefined) refuse('name', 'is required');
  if (url === undefined) refuse('url', 'is required');
  else {
    const problem = webhookUrlProblem(url, allowPrivate) ?? privateProblem(url, allowPrivate);
    if (problem !== null) refuse('url', problem);
  }
  if (events === undefined) refuse('events', 'is required');
  const foreign = before.organizationId === null ? [] : (events ?? []).filter(isPlatformEvent);
  const retired = (events ?? []).filter(
    (event) => isRetiredEvent(event) && before.fields?.events.includes(event) !== true,
  );
  if (retired.length > 0) refuse('events', `nothing causes ${retired.join(', ')}: select other events`);
  if (foreign.length > 0) refuse('events', `only a webhook of the platform can subscribe to ${foreign.join(', ')}`);
  const hasUserName = webhookAuthentications[authenticationType].hasUserName;
  if (body.userName && !hasUserName) refuse('userName', 'is for the authentication type basic only');
  const userName = hasUserName ? (body.userName ?? before.fields?.userName ?? null) : null;
  if (hasUserName && userName === null) refuse('userName', 'is required for the authentication type basic');
  if (userName?.includes(':')) refuse('userName', 'must not contain a colon');
  const secret = secretAfter(before.fields, body, { authenticationType, url: url ?? '' }, refuse);
  if (name === undefined || url === undefined || events === undefined || Object.keys(problems).length > 0)
    throw new ApiProblem('E-REQUEST-INVALID', { modelState: problems });
  const isEnabled = body.isEnabled ?? before.fields?.isEnabled ?? true;
  return { fields: { name, url, events: [...new Set(events)], authenticationType, userName, isEnabled }, secret };
}

function secretAfter(
  before: WebhookFields | undefined,
  { secret, renewSecret = false }: Body,
  { authenticationType, url }: { readonly authenticationType: WebhookAuthentication; readonly url: string },
  refuse: (field: string, text: string) => void,
): SecretChange {
  const isChanged = authenticationType !== before?.authenticationType;
  const source = webhookAuthentications[authenticationType].secret;
  if (secret !== undefined && source !== 'entered')
    refuse('secret', 'is for the authentication types basic and bearer only');
  if (renewSecret && source !== 'generated') refuse('renewSecret', 'is for the authentication type hmac only');
  if (source === 'none') return { value: null, generated: null };
  if (source === 'generated') {
    if (!isChanged && !renewSecret) return { value: undefined, generated: null };
    const generated = `whsec_${randomBytes(32).toString('base64url')}`;
    return { value: generated, generated };
  }
  if (secret !== undefined && authenticationType === 'bearer' && !/^[\x21-\x7e]+$/.test(secret))
    refuse('secret', 'must have visible ASCII characters only');
  if (secret === undefined && isChanged)
    refuse('secret', `is required for the authentication type ${authenticationType}`);
  // Otherwise a stored secret could be read by sending it to a server of one's own.
  if (secret === undefined && !isChanged && originOf(before.url) !== originOf(url))
    refuse('secret', 'must be entered again, because the address leads to another server');
  return { value: secret, generated: null };
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

const privateProblem = (url: string, allowPrivate: boolean): string | null =>
  !allowPrivate && isPrivateHost(new URL(url).hostname)
    ? 'must be a public address: private, loopback and link-local addresses are refused'
    : null;

const withoutUndefined = ({ name, url, events, authenticationType }: Body): Partial<WebhookFields> => ({
  ...(name === undefined ? {} : { name }),
  ...(url === undefined ? {} : { url }),
  ...(events === undefined ? {} : { events }),
  ...(authenticationType === undefined ? {} : { authenticationType }),
});
