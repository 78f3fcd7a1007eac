import GlobalStyles from '@mui/material/GlobalStyles';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useId } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { SafeHtml } from '../components/SafeHtml.tsx';
import { useAnswer } from '../providers/useAnswer.ts';

/** On paper there is the agreement and nothing else, black on white whatever the screen looks like. */
const onPaper = {
  '@media print': {
    'body *': { visibility: 'hidden' },
    '[data-print], [data-print] *': { visibility: 'visible', color: 'black', background: 'none' },
    '[data-print]': { position: 'absolute', inset: '0 0 auto 0' },
  },
} as const;

/** The agreement itself; only this is printed. */
export const EulaText = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const titleId = useId();
  const text = useAnswer('eulas', 'view', { params: { id } });
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ padding: 2 }}>
      <GlobalStyles styles={onPaper} />
      <Typography id={titleId} variant="subtitle1" component="h2" sx={{ fontWeight: 600, marginBottom: 1 }}>
        {translate('eulas.text')}
      </Typography>
      {text.error && (
        <ErrorState error={text.error} title={translate('eulas.textFailed')} onRetry={() => void text.refetch()} />
      )}
      {text.isPending && <LoadingRows rows={6} />}
      {text.data !== undefined && (
        <Box data-print="" sx={{ maxWidth: '80ch' }}>
          <SafeHtml html={text.data} />
        </Box>
      )}
    </Paper>
  );
};
