import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useMemo, useState } from 'react';
import { decodeText } from './ccda/decodeText.ts';

const chunkLength = 100_000;

/** Plain text, a chunk at a time. */
export const TextViewer = ({ bytes }: { bytes: Uint8Array }) => {
  const translate = useTranslate();
  const text = useMemo(() => decodeText(bytes), [bytes]);
  const [length, setLength] = useState(chunkLength);
  return (
    <Box sx={{ padding: 2 }}>
      <Box component="pre" sx={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>
        {text.slice(0, length)}
      </Box>
      {text.length > length && (
        <Button onClick={() => setLength(length + chunkLength)}>{translate('viewer.more')}</Button>
      )}
    </Box>
  );
};
