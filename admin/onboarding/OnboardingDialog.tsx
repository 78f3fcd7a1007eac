import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { OrganizationSwitcher } from '../layout/OrganizationSwitcher.tsx';
import { useProfile } from '../providers/appContext.ts';

interface OnboardingDialogProps {
  /** Message key. */
  title: string;
  /** Left out where the dialog has to be answered. */
  onClose?: () => void;
  /** Texts of a failure. */
  failure?: readonly string[] | null;
  /** Wraps a form round content and buttons. */
  renderForm?: (parts: ReactNode) => ReactNode;
  actions: ReactNode;
  children: ReactNode;
}

const stay = () => undefined;

/**
 * A dialog of onboarding (spec 2 section 2: 700 px, at the top). One that has to be answered still lets its user sign out or work in another
 * organization.
 */
export const OnboardingDialog = (props: OnboardingDialogProps) => {
  const { title, onClose, failure, renderForm, actions, children } = props;
  const { organizations } = useProfile();
  return (
    <DialogFrame
      title={title}
      isAtTop
      isModalOnly={onClose === undefined}
      maxWidth={false}
      slotProps={{ paper: { sx: { maxWidth: 700 } } }}
      {...(renderForm ? { renderForm } : {})}
      onClose={onClose ?? stay}
      actions={
        <>
          {onClose === undefined && organizations.length > 1 && <OrganizationSwitcher />}
          {actions}
        </>
      }
    >
      {children}
      {failure && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {failure.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
    </DialogFrame>
  );
};

/** Leaves for the sign-out, for dialogs that no key closes. */
export const LogOutButton = ({ label = 'onboarding.logOut' }: { label?: string }) => (
  <Button component={Link} to="/account/logout" color="inherit">
    {useTranslate()(label)}
  </Button>
);
