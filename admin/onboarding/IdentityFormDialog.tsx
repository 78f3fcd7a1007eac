import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Form, SelectInput, TextInput, useTranslate } from 'react-admin';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { legacyIdentityLimits } from '../../shared/rules/identityProofing.ts';
import { isSameAddress } from '../../shared/rules/legacyProofing.ts';
import { states } from '../../shared/rules/states.ts';
import { DateEntry } from '../components/DateEntry.tsx';
import { FormDraft } from '../components/FormDraft.tsx';
import { inputAt } from '../components/RecordForm.tsx';
import { fieldErrorsOf, serverMessages } from '../components/serverError.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { addressOf, identityErrors, type IdentityEntries, identityOf } from './identityForm.ts';
import { LogOutButton, OnboardingDialog } from './OnboardingDialog.tsx';
import { useFailedStep } from './useStep.ts';

const texts = 'onboarding.legacy.identity';
/** The dialog covers every page, so that its draft belongs to none. */
const onboardingPath = '/onboarding';
const column = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;

/**
 * The data from which the questions are made (spec 2 sections 2 and 5). Names and addresses are back after a session that ended; birth date and
 * social security number are in no draft.
 */
export const IdentityFormDialog = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { refreshProfile } = useApp();
  const afterFailure = useFailedStep();
  const [failure, setFailure] = useState<readonly string[] | null>(null);
  const [isSending, setIsSending] = useState(false);
  // The state disables the button with the next render; a second click may come before it.
  const isRunning = useRef(false);
  const submit = async (entries: IdentityEntries) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setFailure(null);
    setIsSending(true);
    try {
      await provider.legacyproofing.identity({ body: identityOf(entries) });
      await refreshProfile();
      return undefined;
    } catch (error) {
      await afterFailure(error);
      const atInputs = fieldErrorsOf(error);
      const details = Object.keys(atInputs).length > 0 ? [translate(`${texts}.incomplete`)] : serverMessages(error);
      setFailure([...new Set([translate(`${texts}.failed`), ...details])]);
      return atInputs;
    } finally {
      isRunning.current = false;
      setIsSending(false);
    }
  };
  return (
    <OnboardingDialog
      title={`${texts}.title`}
      failure={failure}
      renderForm={(parts) => (
        <Box sx={{ ...column, '& > form': column }}>
          <Form
            defaultValues={{}}
            record={{}}
            onSubmit={submit}
            validate={(entries) =>
              identityErrors(entries, {
                required: translate(`${texts}.required`),
                noDate: translate('components.date.invalid'),
              })
            }
            mode="onTouched"
            noValidate
            disableInvalidFormNotification
          >
            <FormDraft page={onboardingPath} form="legacyIdentity" />
            {parts}
          </Form>
        </Box>
      )}
      actions={
        <>
          <LogOutButton />
          <Button type="submit" variant="contained" disabled={isSending}>
            {translate(`${texts}.${isSending ? 'sending' : 'submit'}`)}
          </Button>
        </>
      }
    >
      <Typography>{translate(`${texts}.text`)}</Typography>
      <Box sx={pairs}>
        <Text source="firstName" maxLength={legacyIdentityLimits.firstName} isRequired />
        <Text source="lastName" maxLength={legacyIdentityLimits.lastName} isRequired />
        <DateEntry source="dateOfBirth" label={`${texts}.dateOfBirth`} isRequired maxLength={dateOfBirthMax} />
        <Text source="ssn" maxLength={11} inputMode="numeric" />
        <Text source="phoneNumber" maxLength={30} inputMode="tel" />
      </Box>
      <Address source="currentAddress" title={`${texts}.current`} isRequired />
      <FormerAddress />
    </OnboardingDialog>
  );
};

const dateOfBirthMax = legacyIdentityLimits.dateOfBirth;
const pairs = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' };

interface TextProps {
  source: string;
  maxLength: number;
  label?: string;
  inputMode?: 'numeric' | 'tel';
  isRequired?: boolean;
}
const Text = ({ source, maxLength, label = source, inputMode, isRequired = false }: TextProps) => (
  <TextInput
    {...inputAt(source)}
    label={`${texts}.${label}`}
    isRequired={isRequired}
    helperText={false}
    margin="none"
    autoComplete="off"
    slotProps={{ htmlInput: { maxLength, inputMode } }}
  />
);

const stateChoices = states.map(({ code, name }) => ({ id: code, name: `${code} – ${name}` }));

interface AddressProps {
  source: 'currentAddress' | 'formerAddress';
  title: string;
  isRequired?: boolean;
}
const Address = ({ source, title, isRequired = false }: AddressProps) => {
  const translate = useTranslate();
  const { addressLine, addressUnit, zip } = legacyIdentityLimits;
  const input = (field: string) => ({ source: `${source}.${field}`, label: field, isRequired });
  return (
    <Box component="fieldset" sx={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <Typography variant="subtitle2" component="legend" gutterBottom>
        {translate(title)}
      </Typography>
      <Box sx={pairs}>
        <Text {...input('addressLine')} maxLength={addressLine} />
        <Text {...input('addressUnit')} maxLength={addressUnit} isRequired={false} />
        <Text {...input('city')} maxLength={255} />
        <SelectInput
          {...inputAt(`${source}.state`)}
          label={`${texts}.state`}
          isRequired={isRequired}
          choices={stateChoices}
          translateChoice={false}
          helperText={false}
          margin="none"
        />
        <Text {...input('zip')} maxLength={zip} inputMode="numeric" />
      </Box>
    </Box>
  );
};

/** Checked for duplication when one of its inputs is left (spec 2 section 5). */
const FormerAddress = () => {
  const { getValues, trigger } = useFormContext<IdentityEntries>();
  const check = () => {
    const { currentAddress, formerAddress } = getValues();
    if (isSameAddress(addressOf(currentAddress), addressOf(formerAddress))) void trigger('formerAddress.addressLine');
  };
  return (
    <Box onBlur={check}>
      <Address source="formerAddress" title={`${texts}.former`} />
    </Box>
  );
};
