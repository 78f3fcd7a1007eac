import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Form, PasswordInput, SelectInput, TextInput, useInput, useTranslate, ValidationError } from 'react-admin';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ResponseOf } from '../../shared/contract/endpoint.ts';
import type { OfferedPlan, registration } from '../../shared/contract/registration.ts';
import { jobTitles } from '../../shared/rules/jobTitles.ts';
import { passwordProblem } from '../../shared/rules/password.ts';
import { priceText, unlimitedUsers } from '../../shared/rules/plan.ts';
import { freePlanId } from '../../shared/rules/subscription.ts';
import { userTextLimits } from '../../shared/rules/user.ts';
import { FormSection } from '../components/FormSection.tsx';
import { inputAt, textAt, useRequired } from '../components/RecordForm.tsx';
import { SafeHtml } from '../components/SafeHtml.tsx';
import type { FieldText } from '../components/recordModel.ts';
import { codeOf, fieldErrorsOf, isUnanswered, serverMessages } from '../components/serverError.ts';
import { UnsavedGuard } from '../components/UnsavedChanges.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { termsPath } from '../providers/openPages.ts';
import { SubdomainInput } from './SubdomainInput.tsx';

type Offer = Omit<ResponseOf<typeof registration.offer>, 'isOpen'>;

export interface Registered {
  readonly organizationName: string;
  readonly userName: string;
  /** `failed`: the plan has a price, and its payment could not be started. */
  readonly payment: 'none' | 'open' | 'failed';
}

const empty = {
  organizationName: '',
  subdomain: '',
  firstName: '',
  lastName: '',
  jobTitle: '',
  password: '',
  repeated: '',
  planId: freePlanId,
  isAgreed: false,
};
type Values = { readonly [K in keyof typeof empty]: (typeof empty)[K] extends boolean ? boolean : FieldText };

interface RegisterFormProps {
  token: string;
  emailAddress: string;
  offer: Offer;
  /** The agreement that was shown is not the active one any more. */
  onTermsChanged: () => void;
  /** It may be registered: by a request whose response was lost, or in another tab. */
  onInDoubt: () => void;
  onRegistered: (registered: Registered) => void;
}

/** Organization, administrator, plan and agreement. What was typed stays at a refusal, which is shown at its field. */
export const RegisterForm = ({
  token,
  emailAddress,
  offer,
  onTermsChanged,
  onInDoubt,
  onRegistered,
}: RegisterFormProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>([]);

  const register = async (submitted: object) => {
    const values = submitted as Values;
    const text = (field: Exclude<keyof Values, 'isAgreed'>) => values[field] ?? '';
    setWorking(true);
    setFailure([]);
    try {
      const planId = values.planId ?? freePlanId;
      const { userName, isPaymentOpen } = await provider.registration.complete({
        body: {
          token,
          organizationName: text('organizationName'),
          subdomain: text('subdomain'),
          firstName: text('firstName'),
          lastName: text('lastName'),
          jobTitle: text('jobTitle'),
          password: text('password'),
          planId,
          eulaId: offer.terms?.id ?? null,
        },
      });
      const hasPrice = offer.plans.some(({ id, monthlyPriceCents }) => id === planId && monthlyPriceCents > 0);
      const payment = isPaymentOpen ? 'open' : hasPrice ? 'failed' : 'none';
      onRegistered({ organizationName: text('organizationName').trim(), userName, payment });
      return undefined;
    } catch (error) {
      setWorking(false);
      if (codeOf(error) === 'E-EULA-INACTIVE') {
        onTermsChanged();
        return { isAgreed: translate('registration.form.newTerms') };
      }
      const isInDoubt = isUnanswered(error) || codeOf(error) === 'E-REGISTRATION-USED';
      if (isInDoubt) onInDoubt();
      const errors = Object.entries(fieldErrorsOf(error));
      const atInputs = errors.filter(([field]) => Object.hasOwn(empty, field));
      // The field may be out of view: the texts stand beside the button as well.
      setFailure([...(isInDoubt ? [] : [translate('registration.form.failed')]), ...serverMessages(error)]);
      // Without an error the form would count as saved, and could be left without a question.
      if (atInputs.length === 0) return { root: { serverError: translate('registration.form.failed') } };
      return Object.fromEntries(
        atInputs.map(([field, problem]) => [
          field,
          field === 'subdomain' ? translate('registration.form.refused', { problem }) : problem,
        ]),
      );
    }
  };

  return (
    <Form
      defaultValues={empty}
      record={{}}
      onSubmit={register}
      mode="onTouched"
      noValidate
      disableInvalidFormNotification
    >
      <UnsavedGuard />
      <Typography gutterBottom>{translate('registration.form.text')}</Typography>
      <Inputs token={token} emailAddress={emailAddress} plans={offer.plans} />
      {offer.terms && <Terms key={offer.terms.id} terms={offer.terms} />}
      <div aria-live="polite">
        {failure.length > 0 && (
          <Alert severity="error" sx={{ marginY: 2 }}>
            {failure.map((text) => (
              <div key={text}>{text}</div>
            ))}
          </Alert>
        )}
      </div>
      <Button type="submit" variant="contained" disabled={working} sx={{ marginTop: 2 }}>
        {translate(working ? 'registration.form.registering' : 'registration.form.register')}
      </Button>
    </Form>
  );
};

const Inputs = ({
  token,
  emailAddress,
  plans,
}: Pick<RegisterFormProps, 'token' | 'emailAddress'> & Pick<Offer, 'plans'>) => {
  const translate = useTranslate();
  const isRequired = useRequired();
  const labeled = (source: string, maxLength: number) => {
    const label = `registration.form.${source}`;
    return { ...textAt(source, maxLength, isRequired(label)), label };
  };
  const passwordInput = (source: 'password' | 'repeated') => ({
    source,
    label: `registration.form.${source}`,
    slotProps: { htmlInput: { autoComplete: 'new-password' } },
  });
  const isGoodPassword = (value: FieldText) => {
    const problem = passwordProblem(value ?? '', emailAddress);
    return problem === null ? undefined : translate('account.password.problem', { problem });
  };
  const isRepeated = (value: FieldText, { password }: Values) =>
    value === password ? undefined : translate('account.password.different');
  return (
    <>
      <FormSection title="registration.form.organization">
        <TextInput {...labeled('organizationName', 255)} />
        <SubdomainInput token={token} />
      </FormSection>
      <FormSection title="registration.form.administrator">
        <TextInput {...labeled('firstName', userTextLimits.firstName)} />
        <TextInput {...labeled('lastName', userTextLimits.lastName)} />
        <SelectInput
          margin="none"
          {...inputAt('jobTitle')}
          label="registration.form.jobTitle"
          choices={jobTitles.map((title) => ({ id: title, name: title }))}
          translateChoice={false}
          validate={isRequired('registration.form.jobTitle')}
        />
        {/* A password manager stores the password under this name. */}
        <TextInput
          source="userName"
          label="registration.email.label"
          defaultValue={emailAddress}
          readOnly
          slotProps={{ htmlInput: { autoComplete: 'username' } }}
        />
        <PasswordInput
          {...passwordInput('password')}
          helperText="registration.form.passwordHint"
          validate={[isRequired('registration.form.password'), isGoodPassword]}
        />
        <PasswordInput
          {...passwordInput('repeated')}
          validate={[isRequired('registration.form.repeated'), isRepeated]}
        />
      </FormSection>
      <FormSection title="registration.form.plan">
        <PlanInput plans={plans} />
      </FormSection>
    </>
  );
};

const PlanInput = ({ plans }: { plans: readonly OfferedPlan[] }) => {
  const translate = useTranslate();
  const planId = useWatch<Record<string, unknown>>({ name: 'planId' });
  const isPaid = plans.some(({ id, monthlyPriceCents }) => id === planId && monthlyPriceCents > 0);
  const textOf = ({ name, monthlyPriceCents, allowedUsers }: OfferedPlan) =>
    [
      name,
      ...(monthlyPriceCents === 0
        ? []
        : [translate('registration.form.planPrice', { price: priceText(monthlyPriceCents) })]),
      allowedUsers === unlimitedUsers
        ? translate('registration.form.planUnlimited')
        : translate('registration.form.planUsers', { smart_count: allowedUsers }),
    ].join(', ');
  return (
    <SelectInput
      margin="none"
      source="planId"
      label="registration.form.plan"
      choices={plans.map((plan) => ({ id: plan.id, name: textOf(plan) }))}
      translateChoice={false}
      validate={useRequired()('registration.form.plan')}
      helperText={isPaid ? 'registration.form.planPaid' : false}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
};

const Terms = ({ terms }: { terms: NonNullable<Offer['terms']> }) => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const brand = terms.brandName;
  const mustAgree = (value: unknown) => (value === true ? undefined : translate('registration.form.mustAgree'));
  const {
    field,
    fieldState: { error },
  } = useInput({ source: 'isAgreed', validate: mustAgree });
  // Another agreement than the one that was agreed to is agreed to anew.
  useEffect(() => setValue('isAgreed', false), [setValue]);
  return (
    <FormSection title="registration.form.terms">
      <Paper
        variant="outlined"
        // Its text scrolls: the keyboard needs to reach it.
        tabIndex={0}
        component="section"
        aria-label={translate('registration.form.termsText')}
        sx={{ gridColumn: '1 / -1', padding: 2, maxHeight: '35vh', overflow: 'auto' }}
      >
        <SafeHtml html={terms.html} />
      </Paper>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <FormControlLabel
          control={
            <Checkbox
              inputRef={field.ref}
              checked={field.value === true}
              onBlur={field.onBlur}
              onChange={(_event, isChecked) => field.onChange(isChecked)}
            />
          }
          label={translate(brand === '' ? 'registration.form.agree' : 'registration.form.acknowledge', { brand })}
        />
        {error?.message !== undefined && (
          <FormHelperText error>
            <ValidationError error={error.message} />
          </FormHelperText>
        )}
        <Button component="a" href={`${termsPath}?print=true`} target="_blank" rel="noopener">
          {translate('registration.form.print')}
        </Button>
      </Box>
    </FormSection>
  );
};
