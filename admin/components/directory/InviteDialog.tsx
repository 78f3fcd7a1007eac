import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { SelectInput, TextInput, useTranslate } from 'react-admin';
import { emailText, isEmail } from '../../../shared/rules/email.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { SaveDialog } from '../actions.tsx';
import { textAt, useRequired } from '../RecordForm.tsx';

const validEmail = (value: unknown) =>
  typeof value === 'string' && value !== '' && !isEmail(value.trim()) ? emailText : undefined;
const start = { fullName: '', emailAddress: '', directAddress: '' };

export const inviteTitle = 'directory.invite.title';

/** Send an Invite (spec 2 section 2, dialog 12). */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const requiredAs = useRequired();
  const addresses = useQuery({
    queryKey: ['ownaddresses'],
    queryFn: ({ signal }) => provider.directory.ownAddresses({}, { signal }),
  });
  const choices = (addresses.data?.items ?? []).map(({ address, displayName }) => ({
    id: address,
    name: displayName === '' ? address : `${displayName} (${address})`,
  }));
  return (
    <SaveDialog
      title={inviteTitle}
      submitLabel="directory.invite.send"
      failureText="directory.invite.failed"
      done="directory.invite.sent"
      changes={[]}
      defaultValues={start}
      send={({ users }, { directAddress, ...values }) =>
        users.sendInvitation({ body: { ...values, ...(directAddress ? { directAddress } : {}) } })
      }
      onClose={onClose}
    >
      <Typography variant="h6" component="h3">
        {translate('directory.invite.heading')}
      </Typography>
      <TextInput
        {...textAt('fullName', 255, requiredAs('directory.invite.fullName'))}
        label="directory.invite.fullName"
      />
      <TextInput
        {...textAt('emailAddress', 254, requiredAs('directory.invite.emailAddress'), validEmail)}
        type="email"
        label="directory.invite.emailAddress"
      />
      <SelectInput
        source="directAddress"
        label="directory.invite.directAddress"
        choices={choices}
        emptyText="directory.invite.none"
        isPending={addresses.isPending}
        helperText={addresses.error ? 'directory.invite.addressesFailed' : false}
        parse={(value: string | null) => value ?? ''}
      />
    </SaveDialog>
  );
};
