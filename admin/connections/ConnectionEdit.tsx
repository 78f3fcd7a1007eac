import Box from '@mui/material/Box';
import { PasswordInput, TextInput, useTranslate } from 'react-admin';
import type { Connection } from '../../shared/contract/connections.ts';
import { connectionLimits, connectionNameProblem, emailDomainProblem } from '../../shared/rules/connection.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { OrganizationInput } from '../components/OrganizationInput.tsx';
import { notBlank, RecordForm, SwitchInput, textAt } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { TagsInput } from '../components/TagsInput.tsx';
import { connectionModel } from './connectionModel.ts';
import { ConnectionTestButton } from './ConnectionTestButton.tsx';

const label = (field: string) => `connections.fields.${field}`;

/** One connection: its addresses, its form, and the button that tests it. */
export const ConnectionEdit = () => (
  <RecordEdit<Connection>
    actions={<ConnectionTestButton />}
    render={(connection) => <ConnectionForm stored={connection} />}
  />
);

export const ConnectionCreate = () => (
  <RecordCreate>
    <ConnectionForm />
  </RecordCreate>
);

const nameProblem = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? (connectionNameProblem(value.trim()) ?? undefined) : undefined;

const ConnectionForm = ({ stored }: { stored?: Connection }) => (
  <RecordForm model={connectionModel} opensWhenCreated {...(stored && { stored })}>
    {stored && <ConnectionSummary connection={stored} />}
    <FormSection title="connections.section">
      {!stored && (
        <>
          <TextInput
            {...textAt('name', connectionLimits.name, notBlank, nameProblem)}
            helperText="connections.hints.name"
          />
          <OrganizationInput label={label('organizationId')} isRequired />
        </>
      )}
      <TextInput {...textAt('displayName', connectionLimits.displayName, notBlank)} />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <TagsInput
          source="domains"
          label={label('domains')}
          helperText="connections.hints.domains"
          problemOf={emailDomainProblem}
          transform={(text) => text.toLowerCase().replace(/^@/, '')}
          splitsAtSpaces
        />
      </Box>
      <SwitchInput source="isEnabled" on="connections.isOn" off="connections.isOff" />
    </FormSection>
    <FormSection title="connections.providerSection">
      <TextInput {...textAt('issuer', connectionLimits.issuer, notBlank)} helperText="connections.hints.issuer" />
      <TextInput {...textAt('clientId', connectionLimits.clientId, notBlank)} helperText="connections.hints.clientId" />
      <PasswordInput
        {...textAt('clientSecret', connectionLimits.secret)}
        slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
        helperText={`connections.hints.${stored ? (stored.hasSecret ? 'secretStored' : 'secretNone') : 'secretNew'}`}
      />
    </FormSection>
  </RecordForm>
);

const ConnectionSummary = ({ connection }: { connection: Connection }) => {
  const translate = useTranslate();
  const { name, organizationName, signInUrl, redirectUrl, createdBy, modifiedBy } = connection;
  return (
    <Box sx={{ marginBottom: 2 }}>
      <LabeledValues minWidth={260}>
        <LabeledValue label={label('name')}>{name}</LabeledValue>
        <LabeledValue label={label('organizationName')}>
          {organizationName ?? translate('connections.everyOrganization')}
        </LabeledValue>
        <LabeledValue label={label('signInUrl')}>
          {signInUrl}
          <CopyButton text={signInUrl} label="connections.copySignIn" />
        </LabeledValue>
        <LabeledValue label={label('redirectUrl')}>
          {redirectUrl}
          <CopyButton text={redirectUrl} label="connections.copyRedirect" />
          <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{translate('connections.hints.redirectUrl')}</Box>
        </LabeledValue>
        <LabeledValue label={label('createdBy')}>{createdBy}</LabeledValue>
        <LabeledValue label={label('modifiedBy')}>{modifiedBy}</LabeledValue>
      </LabeledValues>
    </Box>
  );
};
