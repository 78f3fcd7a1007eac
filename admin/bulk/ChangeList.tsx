import ArrowForward from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { PlanRow } from '../../shared/bulk/plan.ts';
import type { CellValue } from '../../shared/bulk/values.ts';
import { cellText } from './bulkWords.ts';

const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

const Cell = ({ value, word }: { value: CellValue; word: string }) => {
  const translate = useTranslate();
  const text = cellText(value);
  return (
    <>
      <Box component="span" sx={hidden}>{`${translate(word)} `}</Box>
      {text === null ? (
        <Box component="em" sx={{ color: 'text.secondary' }}>
          {translate('bulk.preview.empty')}
        </Box>
      ) : (
        text
      )}
    </>
  );
};

/** The cells of a row that change, old and new; and why a row is in conflict. */
export const ChangeList = ({ row }: { row: PlanRow }) => (
  <>
    {!row.problem && row.changes.length === 0 && '-'}
    {row.problem && <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{row.problem.message}</Box>}
    {row.changes.length > 0 && (
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {row.changes.map(({ column, before, after }) => (
          <Box component="li" key={column} sx={{ overflowWrap: 'anywhere' }}>
            <Box component="span" sx={{ fontWeight: 600 }}>{`${column}: `}</Box>
            {row.verdict !== 'create' && (
              <>
                <Cell value={before} word="bulk.preview.from" />
                <ArrowForward aria-hidden sx={{ fontSize: 14, marginX: 0.5, verticalAlign: 'text-bottom' }} />
              </>
            )}
            <Cell value={after} word="bulk.preview.to" />
          </Box>
        ))}
      </Box>
    )}
  </>
);
