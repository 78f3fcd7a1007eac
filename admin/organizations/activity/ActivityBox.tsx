import Typography from '@mui/material/Typography';
import { useLocation, useTranslate } from 'react-admin';
import { type ReactNode, useCallback } from 'react';
import { CollapsibleBox } from '../../components/CollapsibleBox.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';

interface Asked {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface ActivityBoxProps {
  /** Key of its texts under `activity`. */
  name: 'usage' | 'history' | 'captures' | 'jobs';
  children: ReactNode;
}

/** One part of what happened to an organization; it loads when it is opened, and is open where the address names it. */
export const ActivityBox = ({ name, children }: ActivityBoxProps) => {
  const translate = useTranslate();
  const { hash, key } = useLocation();
  const isNamed = hash === `#${name}`;
  const comeInto = useCallback(
    (box: HTMLElement | null) => {
      if (isNamed) box?.querySelector('button')?.focus();
    },
    [isNamed],
  );
  return (
    // The same link followed again opens the box again.
    <div key={isNamed ? key : name} ref={comeInto}>
      <CollapsibleBox title={translate(`activity.${name}.title`)} defaultOpen={isNamed}>
        {children}
      </CollapsibleBox>
    </div>
  );
};

interface AskedContentProps {
  asked: Asked;
  isEmpty: boolean;
  none: string;
  children: ReactNode;
}

/** What was asked for, or that it is on its way, missing, or refused. */
export const AskedContent = ({ asked, isEmpty, none, children }: AskedContentProps) => {
  const translate = useTranslate();
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.isPending) return <LoadingRows rows={3} />;
  return isEmpty ? <Typography color="textSecondary">{translate(none)}</Typography> : children;
};
