import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { imageTypeOf } from './kindOf.ts';
import { TurnedBox } from './TurnedBox.tsx';
import { useBlobSource } from './useBlobSource.ts';
import { usePageView } from './usePageView.ts';
import type { ViewedDocument } from './viewedDocument.ts';
import { ViewerTools } from './ViewerTools.tsx';

export const ImageViewer = ({ document: { bytes, name } }: { document: ViewedDocument }) => {
  const translate = useTranslate();
  const view = usePageView();
  const [isDamaged, setDamaged] = useState(false);
  const source = useBlobSource(bytes, imageTypeOf(bytes) ?? 'application/octet-stream');
  if (isDamaged)
    return <ErrorState error={new Error(translate('viewer.damaged'))} title={translate('viewer.failed')} />;
  return (
    <>
      <ViewerTools view={view} />
      <TurnedBox view={view} name={name}>
        <Box
          component="img"
          ref={source}
          alt={name}
          onError={() => setDamaged(true)}
          sx={{
            maxWidth: view.zoom === 1 ? '100%' : undefined,
            width: view.zoom === 1 ? undefined : '100%',
            display: 'block',
          }}
        />
      </TurnedBox>
    </>
  );
};
