import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { ExpandButton } from '../../components/ExpandButton.tsx';
import { opensRow } from '../../components/opensRow.ts';
import { SelectBox } from '../../components/SelectBox.tsx';
import { HeadingFilter } from './HeadingFilter.tsx';
import { WorkflowSteps } from './WorkflowSteps.tsx';
import type { WorkflowRowsProps } from './WorkflowTable.tsx';

/** The grid on a narrow screen: a card for each row, the filters of the columns above them. */
export const WorkflowCards = ({ grid, rows, columns, opened, selection, label, onOpen }: WorkflowRowsProps) => {
  const translate = useTranslate();
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1.5,
          padding: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <SelectBox
          label={translate('workflows.selection.page')}
          checked={selection.page === 'all'}
          mixed={selection.page === 'some'}
          onChange={selection.togglePage}
        />
        {columns
          .filter(({ filter }) => filter)
          .map((column) => (
            <Box key={column.name} component="span" sx={{ display: 'inline-flex', alignItems: 'center', fontSize: 12 }}>
              {translate(`workflows.columns.${column.name}`)}
              <HeadingFilter column={column} grid={grid} />
            </Box>
          ))}
      </Box>
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {rows.map((row) => {
          const isOpen = opened.isOpen(row.id);
          const stepsId = `steps-${row.id}`;
          return (
            <Box
              component="li"
              key={row.id}
              sx={{
                padding: 1,
                borderBottom: 1,
                borderColor: 'divider',
              }}
              {...opensRow(row, onOpen)}
            >
              <Box sx={{ display: 'flex', alignItems: 'flex-start' }}>
                <SelectBox
                  ofRow
                  label={translate('workflows.selection.row', { number: row.mailMessage.mailMessageId })}
                  checked={selection.isSelected(row)}
                  onChange={() => selection.toggle(row)}
                />
                <Box
                  component="dl"
                  sx={{
                    flexGrow: 1,
                    minWidth: 0,
                    display: 'grid',
                    gridTemplateColumns: 'auto 1fr',
                    columnGap: 2,
                    margin: 0,
                    paddingTop: 0.75,
                    fontSize: 13,
                  }}
                >
                  {columns.map(({ name, cell }) => (
                    <Box key={name} sx={{ display: 'contents' }}>
                      <Box component="dt" sx={{ color: 'text.secondary' }}>
                        {translate(`workflows.columns.${name}`)}
                      </Box>
                      <Box component="dd" sx={{ margin: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
                        {cell(row, translate) || '-'}
                      </Box>
                    </Box>
                  ))}
                </Box>
                <ExpandButton
                  name={translate('workflows.steps.toggle', { number: row.mailMessage.mailMessageId })}
                  controls={stepsId}
                  open={isOpen}
                  onToggle={() => opened.toggle(row.id)}
                />
              </Box>
              {isOpen && (
                // A click on the steps is not meant for the row.
                <Box id={stepsId} onClick={(event) => event.stopPropagation()}>
                  <WorkflowSteps row={row} />
                </Box>
              )}
            </Box>
          );
        })}
      </Box>
    </>
  );
};
