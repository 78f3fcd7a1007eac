import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import purify from 'dompurify';
import { useTranslate } from 'react-admin';
import { useMemo } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';
import { decodeText } from './ccda/decodeText.ts';
import { maskDocument } from './maskDocument.ts';
import type { ViewedDocument } from './viewedDocument.ts';

/** Removes scripts, forms and URLs; images stay where they are data URLs. */
const rules = {
  WHOLE_DOCUMENT: true,
  FORBID_TAGS: ['form', 'input', 'button', 'select', 'textarea'],
  ALLOWED_URI_REGEXP: /^data:image\//i,
};

/** Second barrier behind the sanitizer: nothing is loaded from any origin; inline styles are allowed. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;

const maskedHtml = (html: string, ssns: readonly string[] | undefined): string => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  maskDocument(page, ssns);
  return page.documentElement.outerHTML;
};

/** Whether the sanitized page has visible content. */
const hasVisibleContent = (html: string): boolean => {
  // DOMParser neither runs scripts nor loads resources.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template, title')) hidden.remove();
  return (body.textContent ?? '').trim() !== '' || body.querySelector('img[src^="data:" i], svg') !== null;
};

/** An HTML page, sanitized, in a sandboxed frame without origin. A message explains it, because parts may be missing. */
export const HtmlViewer = ({ document: { bytes, ssns } }: { document: ViewedDocument }) => {
  const translate = useTranslate();
  const html = useMemo(() => maskedHtml(purify.sanitize(decodeText(bytes), rules), ssns), [bytes, ssns]);
  const isVisible = useMemo(() => hasVisibleContent(html), [html]);
  if (!isVisible) return <EmptyState text={translate('viewer.webPage.empty')} />;
  return (
    <>
      <Typography sx={{ paddingX: 2, paddingBottom: 1.5, color: 'text.secondary' }}>
        {translate('viewer.webPage.notice')}
      </Typography>
      <Box
        component="iframe"
        title={translate('viewer.page')}
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={`<!doctype html>${policy}${html}`}
        sx={{ width: '100%', height: '70vh', border: 0, backgroundColor: '#ffffff' }}
      />
    </>
  );
};
