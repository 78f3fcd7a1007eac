import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useBlocker, useLocation } from 'react-router-dom';

/** Whether a form has changes that are lost on the way from one path to another. */
type Guard = (to: string, from: string) => boolean;

const GuardsContext = createContext<Set<Guard>>(new Set());

/**
 * Asks before a page with unsaved changes is left. One for all forms of the page: the router calls a single guard, so that of two forms with
 * react-admin's own `warnWhenUnsavedChanges` one would be left without a question.
 */
export const UnsavedChanges = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const [guards] = useState(() => new Set<Guard>());
  const { pathname } = useLocation();
  const isUnsafe = (to: string) => [...guards].some((guard) => guard(to, pathname));
  const blocker = useBlocker(({ nextLocation }) => isUnsafe(nextLocation.pathname));
  // The guards of a form that was saved meanwhile are gone: effects of children come first.
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const mayLeave = !isUnsafe(blocker.location.pathname) || window.confirm(translate('ra.message.unsaved_changes'));
    if (mayLeave) blocker.proceed();
    else blocker.reset();
  });
  return <GuardsContext value={guards}>{children}</GuardsContext>;
};

interface UnsavedGuardProps {
  /** Paths below it show the same form; the present path unless given. */
  root?: string;
}

/** Inside a form: leaving it with changes asks first. */
export const UnsavedGuard = ({ root }: UnsavedGuardProps) => {
  const guards = use(GuardsContext);
  const { isSubmitSuccessful, dirtyFields } = useFormState();
  const isUnsaved = Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful;
  const guard = useMemo<Guard>(() => (to, from) => to !== (root ?? from) && !to.startsWith(`${root ?? from}/`), [root]);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const askTheBrowser = (event: BeforeUnloadEvent) => event.preventDefault();
    guards.add(guard);
    window.addEventListener('beforeunload', askTheBrowser);
    return () => {
      guards.delete(guard);
      window.removeEventListener('beforeunload', askTheBrowser);
    };
  }, [guards, guard, isUnsaved]);
  return null;
};
