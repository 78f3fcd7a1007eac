import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { QueryState } from '../components/QueryState.tsx';
import { SafeHtml } from '../components/SafeHtml.tsx';
import { serverMessages } from '../components/serverError.ts';
import { useSingleMutation } from '../components/useSingleMutation.ts';
import { useApp, useProfile } from '../providers/appContext.ts';
import { termsPath } from '../providers/openPages.ts';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';
import { LogOutButton, OnboardingDialog } from './OnboardingDialog.tsx';

/** Accepts something for the organization and loads the profile again; the texts of a failure begin with `failed`. */
const useAcceptance = (send: (provider: AppDataProvider) => Promise<unknown>, failed: string) => {
  const provider = useAppDataProvider();
  const { refreshProfile } = useApp();
  const translate = useTranslate();
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: async () => {
      await send(provider);
      await refreshProfile();
    },
  });
  return {
    accept: () => mutate(),
    isPending,
    failure: error === null ? null : [...new Set([translate(failed), ...serverMessages(error)])],
  };
};

interface AcknowledgementProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}
export const Acknowledgement = ({ label, checked, onChange }: AcknowledgementProps) => (
  <FormControlLabel
    control={<Checkbox checked={checked} onChange={(_event, isChecked) => onChange(isChecked)} />}
    label={label}
  />
);

/** A text to agree to, which scrolls. */
const TermsText = ({ label, html }: { label: string; html: string }) => (
  <Paper
    variant="outlined"
    // Its text scrolls: the keyboard needs to reach it.
    tabIndex={0}
    component="section"
    aria-label={label}
    sx={{ padding: 2, maxHeight: '45vh', overflow: 'auto' }}
  >
    <SafeHtml html={html} />
  </Paper>
);

/** The active agreement of the organization; its text where it is the platform's, because that of a brand is only acknowledged. */
export const useAgreement = () => {
  const provider = useAppDataProvider();
  return useQuery({
    queryKey: ['onboarding', 'agreement'],
    queryFn: async () => {
      const agreement = await provider.eulas.active({});
      const isOfBrand = agreement !== null && agreement.brandName !== '';
      const html = agreement && !isOfBrand ? await provider.eulas.activeView({}) : null;
      return { agreement, html };
    },
    retry: false,
  });
};
type Agreement = ReturnType<typeof useAgreement>;

/** The agreement with its box (spec 2 section 2, dialogs 1 and 7). */
export const AgreementBox = (props: {
  agreement: Agreement;
  isAgreed: boolean;
  onAgree: (agreed: boolean) => void;
}) => {
  const { agreement, isAgreed, onAgree } = props;
  const translate = useTranslate();
  const brand = agreement.data?.agreement?.brandName ?? '';
  return (
    <QueryState query={agreement} failed="onboarding.license.notLoaded">
      {({ html }) => (
        <>
          {html === null ? (
            <Typography>
              {translate('onboarding.license.ofBrand', { brand })}{' '}
              <Link href={termsPath} target="_blank" rel="noopener">
                {translate('onboarding.license.read')}
              </Link>
            </Typography>
          ) : (
            <TermsText label={translate('onboarding.license.title')} html={html} />
          )}
          <Acknowledgement
            label={translate(html === null ? 'onboarding.license.acknowledge' : 'onboarding.license.agree', { brand })}
            checked={isAgreed}
            onChange={onAgree}
          />
        </>
      )}
    </QueryState>
  );
};

/** Opens the text of the platform for printing. */
export const PrintButton = ({ agreement }: { agreement: Agreement }) => {
  const translate = useTranslate();
  if (!agreement.data?.html) return null;
  return (
    <Button component="a" href={`${termsPath}?print=true`} target="_blank" rel="noopener">
      {translate('onboarding.license.print')}
    </Button>
  );
};

/** The agreement of the platform with its text, or that of the brand by an acknowledgement (spec 2 section 2, dialog 1). */
export const LicenseDialog = () => {
  const translate = useTranslate();
  const { orgIsIdProofed } = useProfile();
  const [isAgreed, setIsAgreed] = useState(false);
  const active = useAgreement();
  const id = active.data?.agreement?.id ?? '';
  const { accept, isPending, failure } = useAcceptance(
    ({ eulas }) => eulas.accept({ params: { id } }),
    'onboarding.license.failed',
  );
  return (
    <OnboardingDialog
      title="onboarding.license.title"
      failure={failure}
      actions={
        <>
          <LogOutButton />
          <PrintButton agreement={active} />
          <Button variant="contained" disabled={!isAgreed || id === '' || isPending} onClick={accept}>
            {translate(orgIsIdProofed ? 'ra.action.close' : 'onboarding.next')}
          </Button>
        </>
      }
    >
      <AgreementBox agreement={active} isAgreed={isAgreed} onAgree={setIsAgreed} />
    </OnboardingDialog>
  );
};

/** The terms of the reseller, which stand in the place of the platform's (spec 2 section 2, dialog 2). */
export const ResellerLicenseDialog = () => {
  const translate = useTranslate();
  const { resellerId, resellerName, orgIsIdProofed } = useProfile();
  const [isAgreed, setIsAgreed] = useState(false);
  const { accept, isPending, failure } = useAcceptance(
    ({ resellers }) => resellers.acceptEula({ params: { id: resellerId ?? '' } }),
    'onboarding.reseller.failed',
  );
  const name = resellerName ?? '';
  const provider = useAppDataProvider();
  const terms = useQuery({
    queryKey: ['onboarding', 'resellerTerms', resellerId],
    queryFn: () => provider.resellers.eula({ params: { id: resellerId ?? '' } }),
    retry: false,
  });
  return (
    <OnboardingDialog
      title="onboarding.reseller.title"
      failure={failure}
      actions={
        <>
          <LogOutButton />
          <Button variant="contained" disabled={!isAgreed || isPending || terms.data === undefined} onClick={accept}>
            {translate(orgIsIdProofed ? 'ra.action.close' : 'onboarding.next')}
          </Button>
        </>
      }
    >
      <Typography>{translate('onboarding.reseller.text', { name })}</Typography>
      <QueryState query={terms} failed="onboarding.reseller.notLoaded">
        {(html) => html !== '' && <TermsText label={translate('onboarding.reseller.title')} html={html} />}
      </QueryState>
      <Acknowledgement
        label={translate('onboarding.reseller.agree', { name })}
        checked={isAgreed}
        onChange={setIsAgreed}
      />
    </OnboardingDialog>
  );
};
