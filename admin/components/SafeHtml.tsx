import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';

/** Terms are text: they run no script, send no form and load nothing. */
const rules = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'iframe', 'img', 'video', 'audio', 'picture'],
  FORBID_ATTR: ['style', 'class', 'id', 'name'],
  RETURN_DOM_FRAGMENT: true,
} as const;

/** HTML from the server or an input, sanitised here once more; its links open in a new tab without a reference to this one. */
export const SafeHtml = ({ html }: { html: string }) => {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    let isCurrent = true;
    const show = async () => {
      try {
        const { default: purify } = await import('dompurify');
        if (!isCurrent) return;
        const clean = purify.sanitize(html, {
          ...rules,
          FORBID_TAGS: [...rules.FORBID_TAGS],
          FORBID_ATTR: [...rules.FORBID_ATTR],
        });
        for (const link of clean.querySelectorAll('a[href]')) {
          link.setAttribute('target', '_blank');
          link.setAttribute('rel', 'noopener noreferrer nofollow');
        }
        box.current?.replaceChildren(clean);
        setState('ready');
      } catch {
        if (isCurrent) setState('failed');
      }
    };
    void show();
    return () => {
      isCurrent = false;
    };
  }, [html]);
  if (html.trim() === '') return <Typography color="textSecondary">{translate('components.html.empty')}</Typography>;
  return (
    <>
      {state === 'loading' && <Typography color="textSecondary">{translate('components.html.loading')}</Typography>}
      {state === 'failed' && <Typography color="error">{translate('components.states.failed')}</Typography>}
      <Box ref={box} sx={{ overflowWrap: 'anywhere', '& table': { display: 'block', overflowX: 'auto' } }} />
    </>
  );
};
