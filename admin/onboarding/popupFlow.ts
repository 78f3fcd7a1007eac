import { isPopupAnswer, popupClosedCheckMs, type PopupMessageType } from '../../shared/rules/identityProofing.ts';

/** The window as the flow uses it; tests bring another one. */
export type Popup = Pick<Window, 'closed' | 'close'>;

interface Expected {
  readonly type: PopupMessageType;
  /** Of the verification; a message about another one is not for this flow. */
  readonly id: string;
  readonly origin: string;
}

export type PopupEnd = 'message' | 'closed' | 'canceled';

/** An empty window, opened in the click itself: browsers block one that opens later. Null where it is blocked. */
export const openPopup = (): Window | null => window.open('about:blank', 'idproofing', 'popup,width=520,height=760');

/**
 * Waits until the popup sends its message or is closed; `signal` ends the wait with the dialog. Whatever the end is, listener, timer and popup
 * are gone after it (spec 2 section 4).
 */
export const waitForPopup = (popup: Popup, expected: Expected, signal: AbortSignal): Promise<PopupEnd> =>
  new Promise((resolve) => {
    const end = (how: PopupEnd) => {
      window.removeEventListener('message', listen);
      clearInterval(timer);
      signal.removeEventListener('abort', cancel);
      popup.close();
      resolve(how);
    };
    const listen = ({ origin, data }: MessageEvent<unknown>) => {
      const { type, id } = typeof data === 'object' && data !== null ? (data as { type?: unknown; id?: unknown }) : {};
      if (isPopupAnswer({ origin, type }, expected) && id === expected.id) end('message');
    };
    const cancel = () => end('canceled');
    const timer = setInterval(() => {
      if (popup.closed) end('closed');
    }, popupClosedCheckMs);
    window.addEventListener('message', listen);
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
  });
