import { useLocation } from 'react-admin';
import { useEffect } from 'react';

/** Puts the focus on the field the hash names, as soon as it can take it: its tab may have to be shown, and loaded, first. */
export const useFocusByHash = (): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash.startsWith('#field-')) return undefined;
    const arrived = () => {
      const field = document.getElementById(hash.slice(1));
      // A group of checkboxes takes no focus, its first checkbox does.
      const input = field?.matches('fieldset, div') ? field.querySelector<HTMLElement>('input') : field;
      input?.focus();
      return input !== null && input !== undefined && document.activeElement === input;
    };
    if (arrived()) return undefined;
    const watch = new MutationObserver(() => {
      if (arrived()) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => watch.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same link followed twice is a new place with the same hash: the key tells
  }, [hash, key]);
};
