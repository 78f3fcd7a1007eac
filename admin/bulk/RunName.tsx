import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import { CopyButton } from '../components/CopyButton.tsx';

/** The run as people name it in the terminal, here and to support, and the way to what it did: in a new tab, because results and undo live in this one. */
export const RunName = ({ run }: { run: string }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <span>
        {`${translate('bulk.run.label')} `}
        <code>{run}</code>
      </span>
      <CopyButton text={run} label="bulk.run.copy" />
      <Link component={LinkBase} to={`/admin/audit?runId=${encodeURIComponent(run)}`} target="_blank" rel="noopener">
        {translate('bulk.run.audit')}
      </Link>
    </Box>
  );
};
