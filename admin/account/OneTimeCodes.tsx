import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { required, TextInput, useTranslate } from 'react-admin';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { DialogButton, SaveDialog } from './actions.tsx';
import { CopyButton } from './CopyButton.tsx';
import { QueryState } from './QueryState.tsx';
import { textAt } from './RecordForm.tsx';
import { type FieldText, textOf } from './recordModel.ts';

const texts = 'users.twoFactor';

/** Turns one-time codes on for the user who is signed in. An administrator turns them off for a lost phone. */
export const TwoFactorButton = () => (
  <DialogButton
    variant="outlined"
    label={`${texts}.setUp`}
    renderDialog={(close) => <TwoFactorDialog onClose={close} />}
  />
);

const TwoFactorDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const secret = useQuery({
    queryKey: ['twoFactorSecret'],
    queryFn: () => provider.users.startTwoFactor({}),
    retry: false,
    // A secret stays in memory as long as the dialog.
    gcTime: 0,
  });
  return (
    <SaveDialog<{ readonly code: FieldText }, undefined>
      title={`${texts}.title`}
      submitLabel={`${texts}.turnOn`}
      failureText={`${texts}.failed`}
      defaultValues={{ code: '' }}
      send={({ users }, { code }) => users.enableTwoFactor({ body: { code: textOf(code) } })}
      done={`${texts}.done`}
      changes={['users']}
      onClose={onClose}
    >
      <QueryState query={secret} failed={`${texts}.failed`}>
        {({ secret: key, uri }) => (
          <>
            <Typography>{translate(`${texts}.intro`)}</Typography>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Box component="code" sx={{ fontSize: 16, overflowWrap: 'anywhere', userSelect: 'all' }}>
                {key.match(/.{1,4}/g)?.join(' ')}
              </Box>
              <CopyButton text={key} label={`${texts}.copy`} />
            </Box>
            <Link href={uri}>{translate(`${texts}.openApp`)}</Link>
            <TextInput
              {...textAt('code', 20)}
              label={`${texts}.code`}
              validate={required()}
              helperText={`${texts}.codeHint`}
            />
          </>
        )}
      </QueryState>
    </SaveDialog>
  );
};
