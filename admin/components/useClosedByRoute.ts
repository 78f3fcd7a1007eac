import { useLocation } from 'react-admin';
import { useEffect, useRef } from 'react';

/** Modals are dismissed on every route change (spec 2 section 2). */
export const useClosedByRoute = (onClose: () => void): void => {
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    if (pathname !== opened.current) close.current();
  }, [pathname]);
};
