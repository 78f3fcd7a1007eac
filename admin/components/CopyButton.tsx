import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import IconButton from '@mui/material/IconButton';
import { useNotify, useTranslate } from 'react-admin';
import { useEffect, useState } from 'react';

const copiedMs = 2000;

/** Copies a text to the clipboard and confirms it; `label` is the accessible name of the button. */
export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // No clipboard without https, or the user refused it.
      notify('components.copy.failed', { type: 'warning' });
    }
  };
  const name = translate(label);
  return (
    <>
      <IconButton size="small" aria-label={name} title={name} onClick={() => void copy()}>
        {copied ? <Check fontSize="small" color="success" /> : <ContentCopy fontSize="small" />}
      </IconButton>
      <output style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}>
        {copied ? translate('components.copy.done') : ''}
      </output>
    </>
  );
};
