import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { manualProofMaxBytes } from '../../shared/contract/uploadSizes.ts';
import { identityProofingTexts } from '../../shared/rules/identityProofing.ts';
import { idProofMediaTypes } from '../../shared/rules/user.ts';
import { FileDrop } from '../components/FileDrop.tsx';
import { maxSizeText, readFile } from '../components/receivedFile.ts';
import { serverMessages } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { LogOutButton, OnboardingDialog } from './OnboardingDialog.tsx';
import { useStep } from './useStep.ts';

const accept = idProofMediaTypes.join(',');
const hintId = 'manual-verification-hint';

/** An identity document for a review by platform staff (spec 2 section 2, dialog 5). */
export const ManualVerificationDialog = () => <DocumentDialog texts="onboarding.manual" />;

/** The same where the questions of the legacy flow did not verify the person (spec 2 section 2, dialog 7). */
export const DecisionFailedDialog = () => (
  <DocumentDialog texts="onboarding.legacy.decisionFailed" empty="onboarding.legacy.noFile" />
);

interface DocumentDialogProps {
  /** Beginning of the message keys of its title and text. */
  texts: string;
  /** Shown while no file is selected. */
  empty?: string;
}

const DocumentDialog = ({ texts, empty }: DocumentDialogProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending, error, reset } = useStep(
    async ({ idproofing }, chosen: File) => idproofing.manual({ file: await readFile(chosen) }),
    identityProofingTexts.uploaded,
  );
  const { data: refusal } = useQuery({
    queryKey: ['onboarding', 'refusal'],
    queryFn: () => provider.idproofing.refusal({}),
    retry: false,
    gcTime: 0,
  });
  /** Its kind is for the server to judge, by the content. */
  const problemOf = (chosen: File): string | null => {
    if (chosen.size === 0) return translate('records.file.empty');
    return chosen.size > manualProofMaxBytes
      ? translate('records.file.tooLarge', { size: maxSizeText(manualProofMaxBytes) })
      : null;
  };
  const choose = (chosen: File | null) => {
    setFile(chosen);
    // What the server said of the file before.
    reset();
    setProblem(chosen && problemOf(chosen));
  };
  const submit = () => {
    if (file === null) setProblem(translate('onboarding.manual.required'));
    else if (problem === null) mutate(file);
  };
  return (
    <OnboardingDialog
      title={`${texts}.title`}
      failure={error ? [identityProofingTexts.uploadFailed, ...serverMessages(error)] : null}
      actions={
        <>
          <LogOutButton label="ra.action.close" />
          <Button variant="contained" disabled={isPending} onClick={submit}>
            {translate(isPending ? 'onboarding.manual.sending' : 'onboarding.manual.submit')}
          </Button>
        </>
      }
    >
      <Typography>{translate(`${texts}.text`)}</Typography>
      {refusal && refusal.reason !== null && (
        <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {translate('onboarding.refused', { reason: refusal.reason })}
        </Alert>
      )}
      <div>
        <FileDrop
          label={translate('onboarding.manual.file')}
          accept={accept}
          file={file}
          texts="records.file"
          describedBy={hintId}
          error={problem !== null}
          onFiles={([chosen]) => chosen && choose(chosen)}
          onRemove={() => choose(null)}
        />
        {empty !== undefined && file === null && <Typography color="textSecondary">{translate(empty)}</Typography>}
        <FormHelperText id={hintId} error={problem !== null} role={problem === null ? undefined : 'alert'}>
          {problem ??
            translate('onboarding.manual.hint', {
              kinds: translate('onboarding.manual.kinds'),
              size: maxSizeText(manualProofMaxBytes),
            })}
        </FormHelperText>
      </div>
    </OnboardingDialog>
  );
};
