import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { TranslationMessages } from 'react-admin';
import { frameMessages, type Messages } from './frameMessages.ts';

const polyglot = (messagesNow: () => Messages) =>
  polyglotI18nProvider(() => messagesNow() as unknown as TranslationMessages, 'en', [], { allowMissing: true }); // its type names each text of react-admin

/** A key without text falls back to `_`, else to itself: texts of the server pass through unchanged. */
export const createI18nProvider = (messages: Messages) => polyglot(() => messages);

let messages: Messages = frameMessages;
/** Has the texts of the frame and the organization list, after `loadPageMessages` those of all pages. */
export const i18nProvider = polyglot(() => messages);

let pending: Promise<void> | undefined;
/** Adds the texts that the first load does not bring; pages other than the organization list wait for it. */
export const loadPageMessages = (): Promise<void> => {
  pending ??= import('./en.ts').then(
    async (module) => {
      ({ messages } = module);
      await i18nProvider.changeLocale('en');
    },
    (error: unknown) => {
      pending = undefined;
      throw error;
    },
  );
  return pending;
};
