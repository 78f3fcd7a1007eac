import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
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

/** A page that broke while drawing: what happened, and the way on. */
export const PageFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const translate = useTranslate();
  return (
    <Box role="alert" sx={{ padding: 4 }}>
      <Typography variant="h5" component="h1" gutterBottom>
        {translate('layout.pageFailed')}
      </Typography>
      <Typography color="textSecondary" gutterBottom sx={{ overflowWrap: 'anywhere' }}>
        {error instanceof Error ? error.message : String(error)}
      </Typography>
      <Button variant="outlined" onClick={onRetry}>
        {translate('layout.retry')}
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
    const { failed, error } = this.state;
    if (!failed) return this.props.children;
    return <PageFailed error={error} onRetry={() => this.setState({ failed: false, error: undefined })} />;
  }
}

/** Keeps the frame standing while a page loads or breaks. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary at={useLocation().pathname}>
    <Suspense fallback={<PageLoading />}>{children}</Suspense>
  </Boundary>
);
