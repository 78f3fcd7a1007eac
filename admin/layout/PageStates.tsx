import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { EmptyState } from '../components/EmptyState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';

export const PageLoading = () => (
  <Box
    component="output"
    aria-label={useTranslate()('layout.loading')}
    sx={{ display: 'block', padding: 6, textAlign: 'center' }}
  >
    <CircularProgress size={28} />
  </Box>
);

/** A page that threw, or whose code is gone because a new version is installed: the error, and a reload. */
export const PageFailed = ({ error }: { error: unknown }) => {
  const translate = useTranslate();
  return (
    <Box role="alert" sx={{ padding: 4 }}>
      <Typography variant="h5" component="h1" gutterBottom>
        {translate('layout.pageFailed')}
      </Typography>
      <Typography color="textSecondary" gutterBottom sx={{ overflowWrap: 'anywhere' }}>
        {error instanceof Error ? error.message : String(error)}
      </Typography>
      <Button variant="outlined" onClick={() => window.location.reload()}>
        {translate('layout.reload')}
      </Button>
    </Box>
  );
};

/** No page at this address. */
export const NotFoundPage = () => {
  const translate = useTranslate();
  return (
    <>
      <PageHeader title={translate('notFound.title')} />
      <EmptyState
        text={translate('notFound.text')}
        action={
          <Button variant="outlined" component={Link} to="/">
            {translate('notFound.back')}
          </Button>
        }
      />
    </>
  );
};
