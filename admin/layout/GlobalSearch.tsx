import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { Suspense, useEffect, useState } from 'react';
import { accessOf, mayCall } from '../providers/access.ts';
import { useProfile } from '../providers/appContext.ts';
import { page } from './page.tsx';
import { SearchClose } from './searchClose.ts';

const SearchDialog = page(async () => (await import('./SearchDialog.tsx')).SearchDialog);
const preload = () => void SearchDialog.preload().catch(() => undefined);

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

/** Dialogs with inputs would lose them when the search opens another page. */
const hasDialog = () => document.querySelector('[role="dialog"]') !== null;

/** Button and key (Ctrl+K, ⌘K) of the search over the platform, for users who may call it. */
export const GlobalSearch = () => {
  const translate = useTranslate();
  const { roles } = useProfile();
  const [isOpen, setIsOpen] = useState(false);
  const isAllowed = mayCall(accessOf('search', 'find'), roles);
  useEffect(() => {
    if (!isAllowed) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (!hasDialog()) setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isAllowed]);
  if (!isAllowed) return null;
  return (
    <>
      <Tooltip title={translate('layout.searchKeys', { keys: isMac ? '⌘K' : 'Ctrl+K' })}>
        <IconButton
          color="inherit"
          aria-label={translate('layout.search')}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setIsOpen(true)}
          onPointerEnter={preload}
          onFocus={preload}
        >
          <Search />
        </IconButton>
      </Tooltip>
      {isOpen && (
        <SearchClose value={() => setIsOpen(false)}>
          <Suspense fallback={null}>
            <SearchDialog />
          </Suspense>
        </SearchClose>
      )}
    </>
  );
};
