import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { GuidForm } from './GuidForm.tsx';
import { defaultRequest, type GuidRequest, generateGuids } from './guidModel.ts';

const useCopy = () => {
  const notify = useNotify();
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      notify('guid.copied', { type: 'success' });
    } catch {
      notify('guid.copyFailed', { type: 'warning' });
    }
  };
};

const Results = ({ values }: { values: readonly string[] }) => {
  const translate = useTranslate();
  const copy = useCopy();
  return (
    <Paper variant="outlined" component="section" aria-label={translate('guid.results')} sx={{ marginTop: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', paddingX: 2, paddingTop: 1 }}>
        <Typography variant="h6" component="h2" sx={{ flexGrow: 1 }}>
          {translate('guid.results')}
        </Typography>
        {values.length > 1 && (
          <Button size="small" startIcon={<ContentCopy />} onClick={() => void copy(values.join('\n'))}>
            {translate('guid.copyAll')}
          </Button>
        )}
      </Box>
      <List dense>
        {values.map((value) => {
          const label = translate('guid.copy', { value });
          return (
            <ListItem
              key={value}
              secondaryAction={
                <IconButton edge="end" size="small" aria-label={label} title={label} onClick={() => void copy(value)}>
                  <ContentCopy fontSize="small" />
                </IconButton>
              }
            >
              <Box component="code" sx={{ overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
                {value}
              </Box>
            </ListItem>
          );
        })}
      </List>
    </Paper>
  );
};

/** GUIDs that the server generates, in the chosen format (spec 1 section 2). */
export const GuidPage = () => {
  const translate = useTranslate();
  const dataProvider = useAppDataProvider();
  const [request, setRequest] = useState<GuidRequest>(defaultRequest);
  const [state, setState] = useState<{ values: readonly string[]; error?: unknown; busy: boolean }>({
    values: [],
    busy: false,
  });
  const generate = async () => {
    setState((before) => ({ values: before.values, busy: true }));
    try {
      const values = await generateGuids(request, dataProvider.guid.create);
      setState({ values, busy: false });
    } catch (error) {
      setState((before) => ({ values: before.values, error, busy: false }));
    }
  };
  return (
    <>
      <PageHeader title={translate('guid.title')} />
      <GuidForm request={request} busy={state.busy} onChange={setRequest} onGenerate={() => void generate()} />
      <Box aria-live="polite">
        {state.error !== undefined && (
          <Box sx={{ marginTop: 2 }}>
            <ErrorState error={state.error} title={translate('guid.failed')} onRetry={() => void generate()} />
          </Box>
        )}
        {state.values.length > 0 ? <Results values={state.values} /> : <EmptyState text={translate('guid.none')} />}
      </Box>
    </>
  );
};
