import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import { tabAddress } from '../organizationTabs.ts';

/** Why Import, Add and Activate cannot be used: the organization takes no part in the network. */
export const ParticipationNote = ({ id, organizationId }: { id: string; organizationId: string }) => {
  const translate = useTranslate();
  const tab = translate('organizations.tabs.carequality');
  return (
    <Alert severity="info" id={id} sx={{ marginBottom: 1 }}>
      {translate('carequality.off', { tab })}{' '}
      <Link component={LinkBase} to={tabAddress(organizationId, 'carequality')} color="inherit">
        {translate('carequality.openTab', { tab })}
      </Link>
    </Alert>
  );
};
