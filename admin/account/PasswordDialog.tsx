import { PasswordInput, required, useTranslate } from 'react-admin';
import { passwordProblem } from '../../shared/rules/password.ts';
import { SaveDialog } from '../components/actions.tsx';
import type { FieldText } from '../components/recordModel.ts';
import { useProfile } from '../providers/appContext.ts';

interface Values {
  readonly currentPassword: FieldText;
  readonly newPassword: FieldText;
  readonly repeated: FieldText;
}

const inputOf = (source: keyof Values, autoComplete: 'current-password' | 'new-password') => ({
  source,
  label: `account.password.${source}`,
  slotProps: { htmlInput: { autoComplete } },
});

/** Changes the password of the user who is signed in; all other sessions end. */
export const PasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const { userName } = useProfile();
  const isGoodPassword = (value: FieldText, { currentPassword }: Values) => {
    const isCurrent = value !== '' && value === currentPassword;
    const problem = isCurrent ? 'must differ from the current password' : passwordProblem(value ?? '', userName);
    return problem === null ? undefined : translate('account.password.problem', { problem });
  };
  const isRepeated = (value: FieldText, { newPassword }: Values) =>
    value === newPassword ? undefined : translate('account.password.different');
  return (
    <SaveDialog<Values, { ended: number }>
      title="account.password.title"
      submitLabel="account.password.change"
      failureText="account.password.failed"
      defaultValues={{ currentPassword: '', newPassword: '', repeated: '' }}
      send={({ account }, { currentPassword, newPassword }) =>
        account.changePassword({ body: { currentPassword: currentPassword ?? '', newPassword: newPassword ?? '' } })
      }
      done="account.password.done"
      changes={['account']}
      onClose={onClose}
    >
      <PasswordInput {...inputOf('currentPassword', 'current-password')} validate={required()} />
      <PasswordInput {...inputOf('newPassword', 'new-password')} validate={[required(), isGoodPassword]} />
      <PasswordInput {...inputOf('repeated', 'new-password')} validate={[required(), isRepeated]} />
    </SaveDialog>
  );
};
