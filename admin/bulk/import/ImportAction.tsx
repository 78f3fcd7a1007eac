import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import { useRef, useState } from 'react';
import type { BulkAction, Column } from '../../../shared/bulk/action.ts';
import { templateText } from '../../../shared/bulk/template.ts';
import { BulkFailure, BulkPlanning, DownloadButton } from '../bulkSteps.tsx';
import { fileStem } from '../bulkTexts.ts';
import { useBulkRuns } from '../useBulkRuns.ts';
import { CollapsibleBox } from '../../components/CollapsibleBox.tsx';
import { FilterSelect } from '../../components/FilterSelect.tsx';
import { LocalList, RelatedTable } from '../../components/RelatedList.tsx';
import { saveFile } from '../../components/saveFile.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import type { OrganizationFilters } from '../../providers/organizationQuery.ts';
import { matchingRecords } from '../selection/useSelectionPlan.ts';

interface ImportActionProps {
  action: BulkAction;
  /** Actions to choose from. */
  offered: readonly BulkAction[];
  /** Of the list from which the page was opened. */
  filters: OrganizationFilters;
  onAction: (name: string) => void;
}

/** The action, its columns, and files to start from. */
export const ImportAction = ({ action, offered, filters, onAction }: ImportActionProps) => {
  const translate = useTranslate();
  const { rows, failure, download, stop } = useCurrentValues(action, filters);
  const hasCurrentValues = action.scan !== undefined && action.keyCells !== undefined;
  const saveTemplate = () =>
    saveFile(new Blob([templateText(action)], { type: 'text/csv;charset=utf-8' }), `${action.name}-template.csv`);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, alignItems: 'stretch' }}>
      <Box>
        <FilterSelect
          label={translate('imports.action.label')}
          value={action.name}
          options={offered.map(({ name, summary }) => ({ id: name, name: `${name} – ${summary.split(';')[0]}` }))}
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
        <DownloadButton variant="outlined" label="imports.action.template" onDownload={saveTemplate} />
        {hasCurrentValues && (
          <DownloadButton
            variant="outlined"
            label="imports.action.filled"
            aria-describedby="import-filled"
            aria-disabled={rows !== null}
            onDownload={() => (rows === null ? download() : undefined)}
          />
        )}
      </Box>
      {hasCurrentValues && (
        <Typography id="import-filled" variant="body2" color="textSecondary">
          {translate(`imports.action.filledHint.${hintOf(action, filters)}`)}
        </Typography>
      )}
      {rows !== null && <BulkPlanning title="imports.action.filling" rows={rows} total={null} onStop={stop} />}
      {failure !== null && <BulkFailure title="imports.action.failed" error={failure} />}
      <ActionColumns action={action} />
    </Box>
  );
};

const hintOf = (action: BulkAction, filters: OrganizationFilters) => {
  if (action.scans) return 'records';
  return Object.keys(filters).length === 0 ? 'all' : 'filtered';
};

/** Downloads the current values of the organizations that match the filters, as a file for the action. */
const useCurrentValues = (action: BulkAction, filters: OrganizationFilters) => {
  const provider = useAppDataProvider();
  const runs = useBulkRuns();
  const stopper = useRef<AbortController | null>(null);
  const [rows, setRows] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const download = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    stopper.current = controller;
    signal.addEventListener('abort', () => void runs.stopCurrentValues());
    setRows(0);
    setFailure(null);
    try {
      const isFiltered = Object.keys(filters).length > 0;
      const records = isFiltered
        ? await matchingRecords(provider, 'organizations', filters, { signal, onProgress: () => undefined })
        : null;
      const file = await runs.currentValues(action.name, records && new Set(records.keys()), setRows);
      if (!signal.aborted) saveFile(file, `${fileStem(action.name)}.csv`);
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    } finally {
      setRows(null);
    }
  };
  return {
    /** Rows read so far; null while nothing is read. */
    rows,
    failure,
    download,
    stop: () => stopper.current?.abort(),
  };
};

/** What a cell of the column may contain. */
const kindText = ({ kind, maxLength, min, max }: Column, translate: ReturnType<typeof useTranslate>): string => {
  const name = typeof kind === 'string' ? kind : 'allowed';
  const values = typeof kind === 'string' ? '' : kind.allowed.join(', ');
  return [
    translate(`imports.kinds.${name}`, { values }),
    ...(maxLength === undefined ? [] : [translate('imports.kinds.maxLength', { count: maxLength })]),
    ...(min === undefined || max === undefined ? [] : [translate('imports.kinds.between', { min, max })]),
  ].join(', ');
};

type ColumnRow = Column & { readonly id: string };

const ActionColumns = ({ action: { columns } }: { action: BulkAction }) => {
  const translate = useTranslate();
  return (
    <CollapsibleBox title={`${translate('imports.action.columns')} (${columns.length})`}>
      <LocalList resource="importcolumns" rows={columns.map((column) => ({ ...column, id: column.name }))}>
        <RelatedTable label="imports.action.columns">
          <DataTable.Col<ColumnRow>
            source="name"
            label="imports.action.column"
            render={({ name, required }) => (
              <>
                <code>{name}</code>
                {required && ` (${translate('imports.action.required')})`}
              </>
            )}
          />
          <DataTable.Col<ColumnRow>
            source="kind"
            label="imports.action.kind"
            render={(column) => kindText(column, translate)}
          />
          <DataTable.Col source="summary" label="imports.action.summary" />
        </RelatedTable>
      </LocalList>
    </CollapsibleBox>
  );
};
