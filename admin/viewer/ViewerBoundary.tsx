import { useTranslate } from 'react-admin';
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';

interface ViewerBoundaryProps {
  onRetry: () => void;
  children: ReactNode;
}

/** A document that breaks its viewer takes nothing else with it; what it says is not repeated. */
export class ViewerBoundary extends Component<ViewerBoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (this.state.isBroken) return <Broken onRetry={this.props.onRetry} />;
    return this.props.children;
  }
}

const Broken = ({ onRetry }: { onRetry: () => void }) => {
  const translate = useTranslate();
  return (
    <ErrorState error={new Error(translate('viewer.damaged'))} title={translate('viewer.failed')} onRetry={onRetry} />
  );
};
