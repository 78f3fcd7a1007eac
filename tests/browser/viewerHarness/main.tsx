import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { themeFor } from '../../../admin/layout/theme.ts';
import { messages } from '../../../admin/i18n/en.ts';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import { createI18nProvider } from '../../../admin/i18n/i18nProvider.ts';
import { DocumentViewer } from '../../../admin/viewer/DocumentViewer.tsx';

/** The viewer of the product without the pages round it; tests hand it documents by `window.showDocument`. */
interface Handed {
  readonly name: string;
  readonly mediaType: string;
  readonly base64: string;
}

declare global {
  interface Window {
    showDocument?: (document: Handed) => void;
    storedPreferences?: Record<string, unknown>;
  }
}

const stored: Record<string, unknown> = {};
window.storedPreferences = stored;

const call = (_area: string, row: string, { params, body }: { params: { key: string }; body?: { value: unknown } }) => {
  if (row === 'save') stored[params.key] = body?.value;
  return Promise.resolve({ value: stored[params.key] ?? null });
};
const dataProvider = { call } as unknown as AppDataProvider;

const ShownDocument = () => {
  const [visible, setShown] = useState<{ readonly at: number; readonly document: Handed }>();
  useEffect(() => {
    window.showDocument = (document) => setShown((now) => ({ at: (now?.at ?? 0) + 1, document }));
  }, []);
  if (!visible) return <p>Ready</p>;
  const { name, mediaType, base64 } = visible.document;
  const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0);
  // As on the pages that show documents: each stands under a heading of its own.
  return (
    <>
      <h2>Document</h2>
      <DocumentViewer key={visible.at} load={() => Promise.resolve({ name, mediaType, bytes })} />
    </>
  );
};

const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <CacheProvider value={createCache({ key: 'css', prepend: true, ...(nonce ? { nonce } : {}) })}>
      <MemoryRouter>
        <CoreAdminContext
          dataProvider={dataProvider}
          i18nProvider={createI18nProvider(messages)}
          queryClient={new QueryClient()}
          store={memoryStore()}
        >
          <ThemeProvider theme={createTheme(themeFor(isDark ? 'dark' : 'light', '#0b5c7a'))}>
            <CssBaseline enableColorScheme />
            <h1>Document viewer</h1>
            <ShownDocument />
          </ThemeProvider>
        </CoreAdminContext>
      </MemoryRouter>
    </CacheProvider>,
  );
}
