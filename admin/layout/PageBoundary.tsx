import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Component, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';

export const PageLoading = () => (
  <Box
    component="output"
    aria-label={useTranslate()('layout.loading')}
    sx={{ display: 'block', padding: 6, textAlign: 'center' }}
  >
    <CircularProgress size={28} />
  </Box>
);

/** A page that broke, or whose code is gone because a new version is installed: what happened, and a fresh start. */
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

interface BoundaryProps {
  at: string;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { failed: boolean; error: unknown; at: string }> {
  override state = { failed: false, error: undefined as unknown, at: this.props.at };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }

  /** Another page is another chance. */
  static getDerivedStateFromProps({ at }: BoundaryProps, state: { at: string }) {
    return at === state.at ? null : { at, failed: false, error: undefined };
  }

  override render() {
    return this.state.failed ? <PageFailed error={this.state.error} /> : this.props.children;
  }
}

/** Keeps the frame standing while a page loads or breaks. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary at={useLocation().pathname}>
    <Suspense fallback={<PageLoading />}>{children}</Suspense>
  </Boundary>
);
