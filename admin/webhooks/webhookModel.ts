import type { Webhook } from '../../shared/contract/webhooks.ts';
import { isPlatformEvent, webhookAuthentications, type WebhookAuthentication } from '../../shared/rules/webhook.ts';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

export interface WebhookValues {
  readonly name: FieldText;
  readonly organizationId: FieldText;
  readonly url: FieldText;
  readonly events: readonly Webhook['events'][number][];
  readonly authenticationType: WebhookAuthentication;
  readonly userName: FieldText;
  /** Password or token to store; empty: the stored one stays. */
  readonly secret: FieldText;
  readonly renewSecret: boolean;
  readonly isEnabled: boolean;
}

/** Fields of other authentication types are left out, and events that only webhooks of the platform can have. */
export const webhookModel: RecordModel<Webhook, WebhookValues> = {
  empty: {
    name: '',
    organizationId: '',
    url: '',
    events: [],
    authenticationType: 'hmac',
    userName: '',
    secret: '',
    renewSecret: false,
    isEnabled: true,
  },
  toForm: ({ name, organizationId, url, events, authenticationType, userName, isEnabled }) => ({
    name,
    organizationId: organizationId ?? '',
    url,
    events,
    authenticationType,
    userName: userName ?? '',
    secret: '',
    renewSecret: false,
    isEnabled,
  }),
  toBody: (
    { name, organizationId, url, events, authenticationType, userName, secret, renewSecret, isEnabled },
    stored,
  ) => {
    const { secret: source, hasUserName } = webhookAuthentications[authenticationType];
    const isSame = stored?.authenticationType === authenticationType;
    const owner = textOf(organizationId);
    return {
      ...(stored ? {} : { organizationId: owner || null }),
      name: textOf(name),
      url: textOf(url),
      events: owner === '' ? events : events.filter((event) => !isPlatformEvent(event)),
      authenticationType,
      ...(hasUserName ? { userName: textOf(userName) || null } : {}),
      ...(source === 'entered' && secret ? { secret } : {}),
      ...(source === 'generated' && isSame && renewSecret ? { renewSecret } : {}),
      isEnabled,
    };
  },
};
