import { type ComponentType, lazy } from 'react';
import { loadPageMessages } from '../i18n/i18nProvider.ts';

/** A page loaded when first needed. */
export interface LazyPage {
  (): React.ReactElement;
  /** Starts loading; a page that has arrived is drawn at once. */
  preload(): Promise<void>;
}

/**
 * Like React.lazy, but a page that was preloaded renders without suspending: React holds back whatever follows a Suspense
 * fallback for 300 ms, which would be the largest part of a page change.
 */
export const page = (loadPage: () => Promise<ComponentType>): LazyPage =>
  firstPage(async () => {
    const [component] = await Promise.all([loadPage(), loadPageMessages()]);
    return component;
  });

/** The same for a page whose texts come with the first load. */
export const firstPage = (load: () => Promise<ComponentType>): LazyPage => {
  let Loaded: ComponentType | undefined;
  let pending: Promise<void> | undefined;
  const preload = () => {
    pending ??= load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        pending = undefined;
        throw error;
      },
    );
    return pending;
  };
  const Lazy = lazy(async () => ({ default: await load() }));
  const Page = () => (Loaded ? <Loaded /> : <Lazy />);
  return Object.assign(Page, { preload });
};
