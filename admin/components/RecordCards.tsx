import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { rowClickProps } from './rowClickProps.ts';
import type { RecordTableProps } from './RecordTable.tsx';

/** The records of a table one below the other: the first column as heading, the others with their labels. */
export const RecordCards = <Row,>({ label, columns, rows, rowId, actions, onOpen }: RecordTableProps<Row>) => {
  const translate = useTranslate();
  const [heading, ...details] = columns;
  return (
    <Box component="ul" aria-label={translate(label)} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={rowId(row)}
          sx={{
            padding: 1.5,
            borderBottom: 1,
            borderColor: 'divider',
          }}
          {...(onOpen && rowClickProps(row, onOpen))}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 1 }}>
            <Box
              sx={{
                flex: '1 1 0',
                minWidth: 'min(100%, 140px)',
                overflowWrap: 'anywhere',
                fontSize: 14,
                fontWeight: 600,
              }}
            >
              {heading?.render(row)}
            </Box>
            {actions && <Box sx={{ display: 'flex', flexShrink: 0, marginLeft: 'auto' }}>{actions(row)}</Box>}
          </Box>
          <Box
            component="dl"
            sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, margin: 0, fontSize: 13 }}
          >
            {details.map(({ name, label: word, render }) => (
              <Box key={name} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {translate(word)}
                </Box>
                <Box component="dd" sx={{ margin: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
                  {render(row)}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
