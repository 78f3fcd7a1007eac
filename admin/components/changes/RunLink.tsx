import Link from '@mui/material/Link';
import { LinkBase } from 'react-admin';

/** The id of a run, leading to everything that was done under it. */
export const RunLink = ({ run, label = run }: { run: string; label?: string }) => (
  <Link component={LinkBase} to={`/admin/audit?runId=${encodeURIComponent(run)}`} sx={{ overflowWrap: 'anywhere' }}>
    {label}
  </Link>
);
