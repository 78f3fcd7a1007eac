import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';

/** In place of what administrators do not change of themselves: My account requires a recent sign-in for it (quality AU-5). */
export const OwnAccountLink = () => (
  <Link component={LinkBase} to="/account/profile">
    {useTranslate()('account.ownSignIn')}
  </Link>
);
