import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Popup, waitForPopup } from '../../../admin/onboarding/popupFlow.ts';

const origin = window.location.origin;
const expected = { type: 'idproofing', id: 'v1', origin } as const;
const message = (data: unknown, from = origin) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin: from }));

let popup: { closed: boolean; close: ReturnType<typeof vi.fn> };
let controller: AbortController;
const wait = () => waitForPopup(popup as unknown as Popup, expected, controller.signal);

beforeEach(() => {
  vi.useFakeTimers();
  popup = { closed: false, close: vi.fn() };
  controller = new AbortController();
});
afterEach(() => vi.useRealTimers());

describe('the wait for a popup', () => {
  test('ends with the message of the expected type and verification from the own origin, and with no other', async () => {
    const remove = vi.spyOn(window, 'removeEventListener');
    let end: string | undefined;
    const waiting = wait().then((how) => (end = how));
    message({ type: 'idproofing', id: 'v1' }, 'https://evil.example');
    message({ type: 'pccsso', id: 'v1' });
    message({ type: 'idproofing', id: 'another' });
    message('idproofing');
    message(null);
    await vi.advanceTimersByTimeAsync(1500);
    expect(end).toBeUndefined();
    message({ type: 'idproofing', id: 'v1' });
    await waiting;
    expect(end).toBe('message');
    expect(popup.close).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledWith('message', expect.any(Function));
  });

  test('ends a second after the window was closed at the latest, and leaves nothing behind', async () => {
    const waiting = wait();
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await waiting).toBe('closed');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends with the dialog, which closes the window', async () => {
    const waiting = wait();
    controller.abort();
    expect(await waiting).toBe('canceled');
    expect(popup.close).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});
