import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { QueryState } from '../components/QueryState.tsx';
import { SafeHtml } from '../components/SafeHtml.tsx';
import { serverMessages } from '../components/serverError.ts';
import { useApp, useProfile } from '../providers/appContext.ts';
import { termsPath } from '../providers/openPages.ts';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';
import { LogOutButton, OnboardingDialog } from './OnboardingDialog.tsx';

/** Accepts something for the organization and loads the profile again; the texts of a failure begin with `failed`. */
const useAcceptance = (send: (provider: AppDataProvider) => Promise<unknown>, failed: string) => {
  const provider = useAppDataProvider();
  const { refreshProfile } = useApp();
  const translate = useTranslate();
  const { mutate, isPending, error } = useMutation({
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

/** The agreement of the platform with its text, or that of the brand by an acknowledgement (spec 2 section 2, dialog 1). */
export const LicenseDialog = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { orgIsIdProofed } = useProfile();
  const [isAgreed, setIsAgreed] = useState(false);
  const active = useQuery({
    queryKey: ['onboarding', 'agreement'],
    queryFn: async () => {
      const agreement = await provider.eulas.active({});
      const isOfBrand = agreement !== null && agreement.brandName !== '';
      const html = agreement && !isOfBrand ? await provider.eulas.activeView({}) : null;
      return { agreement, html };
    },
    retry: false,
  });
  const id = active.data?.agreement?.id ?? '';
  const { accept, isPending, failure } = useAcceptance(
    ({ eulas }) => eulas.accept({ params: { id } }),
    'onboarding.license.failed',
  );
  const brand = active.data?.agreement?.brandName ?? '';
  return (
    <OnboardingDialog
      title="onboarding.license.title"
      failure={failure}
      actions={
        <>
          <LogOutButton />
          {active.data?.html && (
            <Button component="a" href={`${termsPath}?print=true`} target="_blank" rel="noopener">
              {translate('onboarding.license.print')}
            </Button>
          )}
          <Button variant="contained" disabled={!isAgreed || id === '' || isPending} onClick={accept}>
            {translate(orgIsIdProofed ? 'ra.action.close' : 'onboarding.next')}
          </Button>
        </>
      }
    >
      <QueryState query={active} failed="onboarding.license.notLoaded">
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
              <Paper
                variant="outlined"
                // Its text scrolls: the keyboard needs to reach it.
                tabIndex={0}
                component="section"
                aria-label={translate('onboarding.license.title')}
                sx={{ padding: 2, maxHeight: '45vh', overflow: 'auto' }}
              >
                <SafeHtml html={html} />
              </Paper>
            )}
            <Acknowledgement
              label={translate(html === null ? 'onboarding.license.acknowledge' : 'onboarding.license.agree', {
                brand,
              })}
              checked={isAgreed}
              onChange={setIsAgreed}
            />
          </>
        )}
      </QueryState>
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
  return (
    <OnboardingDialog
      title="onboarding.reseller.title"
      failure={failure}
      actions={
        <>
          <LogOutButton />
          <Button variant="contained" disabled={!isAgreed || isPending} onClick={accept}>
            {translate(orgIsIdProofed ? 'ra.action.close' : 'onboarding.next')}
          </Button>
        </>
      }
    >
      <Typography>{translate('onboarding.reseller.text', { name })}</Typography>
      <Acknowledgement
        label={translate('onboarding.reseller.agree', { name })}
        checked={isAgreed}
        onChange={setIsAgreed}
      />
    </OnboardingDialog>
  );
};
