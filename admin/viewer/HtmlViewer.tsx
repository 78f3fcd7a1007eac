import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import purify from 'dompurify';
import { useTranslate } from 'react-admin';
import { useMemo } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';
import { decodeText } from './ccda/decodeText.ts';

/** Without scripts, forms and addresses; a picture stays where the page itself holds it. */
const rules = {
  WHOLE_DOCUMENT: true,
  FORBID_TAGS: ['form', 'input', 'button', 'select', 'textarea'],
  ALLOWED_URI_REGEXP: /^data:image\//i,
};

/** What the rules miss is stopped here: nothing is loaded from anywhere, not even from us; what styles it brings itself it may use. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;

/** Whether anything is left to see of a page that runs nothing and loads nothing. */
const isSeen = (html: string): boolean => {
  // A document read this way is not alive: nothing of it runs or is fetched.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template, title')) hidden.remove();
  return (body.textContent ?? '').trim() !== '' || body.querySelector('img[src^="data:" i], svg') !== null;
};

/** A web page: in a box that has no origin, runs nothing, sends nothing and leads nowhere; words say so, as it may look empty. */
export const HtmlViewer = ({ bytes }: { bytes: Uint8Array }) => {
  const translate = useTranslate();
  const html = useMemo(() => purify.sanitize(decodeText(bytes), rules), [bytes]);
  const seen = useMemo(() => isSeen(html), [html]);
  if (!seen) return <EmptyState text={translate('viewer.webPage.empty')} />;
  return (
    <>
      <Typography sx={{ paddingX: 2, paddingBottom: 1.5, color: 'text.secondary' }}>
        {translate('viewer.webPage.shown')}
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
