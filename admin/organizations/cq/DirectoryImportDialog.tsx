import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useId } from 'react';
import { isOid, oidText, plainOid } from '../../../shared/rules/carequality.ts';
import { TagsInput } from '../../components/TagsInput.tsx';
import { useClosedByRoute } from '../../components/useClosedByRoute.ts';
import { ImportResults } from './ImportResults.tsx';
import { hasWork, importMax, useDirectoryImport } from './useDirectoryImport.ts';

const oidProblem = (text: string) => (isOid(text) ? null : `${text}: ${oidText}`);

interface DirectoryImportDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** Imports entries by OID (spec 1 section 2): first what would change, then the import, then what became of each OID. */
export const DirectoryImportDialog = ({ organizationId, onClose }: DirectoryImportDialogProps) => {
  const translate = useTranslate();
  const titleId = useId();
  const { oids, answer, working, failure, choose, preview, run } = useDirectoryImport(organizationId);
  const text = (name: string, values = {}) => translate(`carequality.import.${name}`, values);
  const done = answer?.dryRun === false;
  const nothing = answer?.dryRun === true && !hasWork(answer);
  useClosedByRoute(onClose);
  return (
    <Dialog
      open
      onClose={() => working !== 'import' && onClose()}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="md"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <DialogTitle id={titleId}>{text('title')}</DialogTitle>
      <DialogContent dividers sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {!done && (
          <TagsInput
            label={text('oids')}
            value={oids}
            onChange={choose}
            problemOf={oidProblem}
            transform={plainOid}
            areWords
            disabled={working !== null}
            helperText={text('oidsHint', { max: importMax })}
          />
        )}
        {working && (
          <Box component="output" sx={{ display: 'block' }}>
            <Typography component="span">{text(working === 'preview' ? 'previewing' : 'importing')}</Typography>
            <LinearProgress aria-label={text(working === 'preview' ? 'previewing' : 'importing')} />
          </Box>
        )}
        {failure.length > 0 && (
          <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
            {failure.map((words) => (
              <div key={words}>{words}</div>
            ))}
          </Alert>
        )}
        {answer && <ImportResults key={answer.dryRun ? 'plan' : 'done'} answer={answer} />}
        {nothing && <Alert severity="info">{text('nothing')}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={working === 'import'}>
          {done ? text('close') : translate('components.confirm.cancel')}
        </Button>
        {!answer && (
          <Button variant="contained" disabled={working !== null} onClick={preview}>
            {text('preview')}
          </Button>
        )}
        {answer?.dryRun && (
          <Button variant="contained" disabled={working !== null || nothing} onClick={run}>
            {text('run')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
