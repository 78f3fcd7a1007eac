import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import {
  CheckboxGroupInput,
  PasswordInput,
  required,
  SelectInput,
  TextInput,
  useCanAccess,
  useGetList,
  useParams,
  useTranslate,
} from 'react-admin';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { SavedWebhook, Webhook } from '../../shared/contract/webhooks.ts';
import { webhookAuthentications, type WebhookAuthentication, webhookLimits } from '../../shared/rules/webhook.ts';
import { DateTime } from '../components/DateTime.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { choiceGrid } from '../components/FeaturesInput.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { OrganizationInput } from '../components/OrganizationInput.tsx';
import { inputAt, notBlank, RecordForm, SwitchInput, textAt } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { SectionTabs } from '../components/SectionTabs.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { TestButton } from './TestButton.tsx';
import { WebhookDeliveries } from './WebhookDeliveries.tsx';
import { webhookModel } from './webhookModel.ts';
import { WebhookStateChip } from './webhookStates.tsx';

const tabs = ['details', 'deliveries'] as const;
const label = (field: string) => `webhooks.fields.${field}`;

/** One webhook: its form and its delivery log. */
export const WebhookEdit = () => {
  const translate = useTranslate();
  const path = useParams()['*'];
  const tab = tabs.find((name) => name === path) ?? 'details';
  return (
    <RecordEdit<Webhook>
      section={translate(`webhooks.tabs.${tab}`)}
      actions={<TestButton />}
      render={(webhook) => (
        <>
          <SectionTabs
            texts="webhooks.tabs"
            names={tabs}
            tab={tab}
            addressOf={(name) => `/admin/webhooks/${webhook.id}${name === 'details' ? '' : `/${name}`}`}
          />
          <Box role="tabpanel" id="panel-details" aria-labelledby="tab-details" hidden={tab !== 'details'}>
            <WebhookForm stored={webhook} />
          </Box>
          {tab === 'deliveries' && (
            <Box role="tabpanel" id="panel-deliveries" aria-labelledby="tab-deliveries">
              <WebhookDeliveries webhookId={webhook.id} />
            </Box>
          )}
        </>
      )}
    />
  );
};

export const WebhookCreate = () => (
  <RecordCreate>
    <WebhookForm />
  </RecordCreate>
);

interface ShownSecret {
  readonly secret: string;
  readonly close: () => void;
}

/** A save that generated a signing secret displays it before the page is left. */
const WebhookForm = ({ stored }: { stored?: Webhook }) => {
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const showSecret = async (saved: Webhook) => {
    const { secret } = saved as SavedWebhook;
    if (secret === null) return;
    await new Promise<void>((resolve) => setShown({ secret, close: resolve }));
    setShown(null);
  };
  return (
    <>
      <RecordForm model={webhookModel} opensWhenCreated afterSave={showSecret} {...(stored && { stored })}>
        {stored && <WebhookSummary webhook={stored} />}
        <FormSection title="webhooks.section">
          <TextInput {...textAt('name', webhookLimits.name, notBlank)} />
          {!stored && <OwnerInput />}
          <TextInput {...textAt('url', webhookLimits.url, notBlank)} helperText="webhooks.urlHint" />
          <SwitchInput source="isEnabled" on="webhooks.isOn" off="webhooks.isOff" />
        </FormSection>
        <FormSection title="webhooks.eventsSection">
          <EventsInput isOfOrganization={stored ? stored.organizationId !== null : undefined} />
        </FormSection>
        <FormSection title="webhooks.authenticationSection">
          <AuthenticationInputs stored={stored?.authenticationType} />
        </FormSection>
      </RecordForm>
      {shown && <SecretDialog secret={shown.secret} onClose={shown.close} />}
    </>
  );
};

/** Administrators of an organization add webhooks of their own one. */
const OwnerInput = () => {
  const { canAccess } = useCanAccess({ resource: 'organizations', action: 'list' });
  return canAccess ? (
    <OrganizationInput label={label('organizationId')} helperText="webhooks.organizationHint" />
  ) : null;
};

const every = { pagination: { page: 1, perPage: 1000 }, sort: { field: '', order: 'ASC' } } as const;
const options = { staleTime: 60_000, onError: () => undefined };

const EventsInput = ({ isOfOrganization }: { isOfOrganization: boolean | undefined }) => {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useGetList('webhookevents', every, options);
  const chosen: unknown = useWatch({ name: 'organizationId' });
  if (error)
    return <ErrorState error={error} title={translate('webhooks.eventsFailed')} onRetry={() => void refetch()} />;
  if (isPending) return <LoadingRows rows={3} />;
  const isOfOne = isOfOrganization ?? Boolean(chosen);
  return (
    <CheckboxGroupInput
      {...inputAt('events')}
      choices={data.filter(({ isPlatformOnly }) => !isOfOne || isPlatformOnly !== true)}
      optionText="name"
      translateChoice={false}
      validate={required('webhooks.eventsRequired')}
      sx={choiceGrid}
    />
  );
};

/** The inputs of the selected authentication type; a stored secret is never displayed. */
const AuthenticationInputs = ({ stored }: { stored: WebhookAuthentication | undefined }) => {
  const { data: types = [] } = useGetList('webhookauthenticationtypes', every, options);
  const type: unknown = useWatch({ name: 'authenticationType' });
  const selected = Object.keys(webhookAuthentications).find((name) => name === type) as
    | WebhookAuthentication
    | undefined;
  if (selected === undefined) return null;
  const { secret, hasUserName } = webhookAuthentications[selected];
  const isStored = selected === stored;
  return (
    <>
      <SelectInput
        {...inputAt('authenticationType')}
        choices={types.length > 0 ? types : [{ id: selected, name: webhookAuthentications[selected].name }]}
        translateChoice={false}
        validate={required()}
        helperText={`webhooks.authentication.${selected}`}
      />
      {hasUserName && <TextInput {...textAt('userName', webhookLimits.userName, notBlank)} />}
      {secret === 'entered' && (
        <PasswordInput
          {...textAt('secret', webhookLimits.secret, isStored ? undefined : required())}
          label={`webhooks.authentication.${hasUserName ? 'password' : 'token'}`}
          slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
          {...(isStored && { helperText: 'webhooks.authentication.unchanged' })}
        />
      )}
      {secret === 'generated' && isStored && (
        <SwitchInput source="renewSecret" on="webhooks.authentication.renewOn" off="webhooks.authentication.renewOff" />
      )}
    </>
  );
};

const WebhookSummary = ({ webhook }: { webhook: Webhook }) => {
  const translate = useTranslate();
  const { organizationName, pendingCount, failedCount, failingSince, disabledByFailuresAt, createdBy } = webhook;
  return (
    <Box sx={{ marginBottom: 2 }}>
      {disabledByFailuresAt !== null && (
        <Alert severity="error" sx={{ marginBottom: 2 }}>
          {translate('webhooks.disabledByFailures', { date: new Date(disabledByFailuresAt).toLocaleString() })}
        </Alert>
      )}
      <LabeledValues>
        <LabeledValue label={label('state')}>
          <WebhookStateChip {...webhook} />
        </LabeledValue>
        <LabeledValue label={label('organizationName')}>
          {organizationName ?? translate('webhooks.platform')}
        </LabeledValue>
        <LabeledValue label={label('pendingCount')}>{pendingCount}</LabeledValue>
        <LabeledValue label={label('failedCount')}>{failedCount}</LabeledValue>
        {failingSince !== null && (
          <LabeledValue label={label('failingSince')}>
            <DateTime value={failingSince} />
          </LabeledValue>
        )}
        <LabeledValue label={label('createdBy')}>{createdBy}</LabeledValue>
      </LabeledValues>
    </Box>
  );
};
