import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import { bulkActions } from '../../../shared/bulk/actions/catalogue.ts';
import { templateText } from '../../../shared/bulk/template.ts';
import { BulkFailure } from '../../bulk/BulkFailure.tsx';
import { BulkPlanning } from '../../bulk/BulkPlanning.tsx';
import { FilterSelect } from '../../components/FilterSelect.tsx';
import { saveFile } from '../../components/saveFile.ts';
import type { OrganizationFilters } from '../../providers/organizationDialect.ts';
import { ActionColumns } from './ActionColumns.tsx';
import { useFilledFile } from './useFilledFile.ts';

interface ImportActionProps {
  action: BulkAction;
  /** What the list was narrowed by when the page was opened from there. */
  filters: OrganizationFilters;
  onAction: (name: string) => void;
}

/** What is to be done with the rows, what their columns are, and files to start from. */
export const ImportAction = ({ action, filters, onAction }: ImportActionProps) => {
  const translate = useTranslate();
  const { rows, failure, download, stop } = useFilledFile(action, filters);
  const saveTemplate = () =>
    saveFile(new Blob([templateText(action)], { type: 'text/csv;charset=utf-8' }), `${action.name}-template.csv`);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, alignItems: 'stretch' }}>
      <Box>
        <FilterSelect
          label={translate('imports.action.label')}
          value={action.name}
          options={bulkActions.map(({ name, summary }) => ({ id: name, name: `${name} – ${summary.split(';')[0]}` }))}
          onChange={onAction}
        />
      </Box>
      <Typography>
        {`${action.summary}. `}
        {action.undoes === null
          ? translate('imports.action.noUndo')
          : translate('imports.action.undo', { text: action.undoes })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" startIcon={<Download />} onClick={saveTemplate}>
          {translate('imports.action.template')}
        </Button>
        {action.scan && action.keyCells && (
          <Button
            variant="outlined"
            startIcon={<Download />}
            aria-describedby="import-filled"
            aria-disabled={rows !== null}
            onClick={() => rows === null && void download()}
          >
            {translate('imports.action.filled')}
          </Button>
        )}
      </Box>
      {action.scan && action.keyCells && (
        <Typography id="import-filled" variant="body2" color="textSecondary">
          {translate(`imports.action.filledHint.${Object.keys(filters).length === 0 ? 'all' : 'filtered'}`)}
        </Typography>
      )}
      {rows !== null && (
        <BulkPlanning title={translate('imports.action.filling')} rows={rows} total={null} onStop={stop} />
      )}
      {failure !== null && <BulkFailure title={translate('imports.action.failed')} error={failure} />}
      <ActionColumns action={action} />
    </Box>
  );
};
