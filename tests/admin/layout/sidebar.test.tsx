import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DialogFrame } from '../../../admin/components/DialogFrame.tsx';
import { AppLayout } from '../../../admin/layout/AppLayout.tsx';
import { createStore } from '../../../admin/providers/store.ts';
import { user } from '../providers/person.ts';
import { renderFor } from './renderFor.tsx';

let width = 1280;
let listeners = new Set<() => void>();
beforeEach(() => {
  width = 1280;
  listeners = new Set();
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return width <= Number(/max-width: ?([\d.]+)px/.exec(query)?.[1] ?? 0);
    },
    media: query,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const resize = (to: number) =>
  act(async () => {
    width = to;
    for (const listener of listeners) listener();
  });
const open = (stored: Record<string, unknown>, hasDialog = false) =>
  renderFor({
    profile: user(),
    at: '/account/profile',
    store: createStore(stored),
    routes: {
      '*': (
        <AppLayout>
          {hasDialog && (
            <DialogFrame title="Agreement" actions={<button type="button">Next</button>} onClose={() => undefined}>
              Text
            </DialogFrame>
          )}
        </AppLayout>
      ),
    },
  });
const hasDrawer = () => document.querySelector('.MuiDrawer-modal') !== null;
const isExpanded = () => document.querySelector('.RaSidebar-open') !== null;

it.each([[{}], [{ 'sidebar.open': true }]])(
  'stays closed when the window becomes narrow below an open dialog, with the settings %j',
  async (stored) => {
    open(stored, true);
    const dialog = await screen.findByRole('dialog', { name: 'Agreement' });
    const next = screen.getByRole('button', { name: 'Next' });
    next.focus();
    await resize(390);
    expect(hasDrawer()).toBe(false);
    expect(screen.getByRole('dialog', { name: 'Agreement' })).toBe(dialog);
    expect(document.activeElement).toBe(next);
  },
);

it('is a drawer of its own in a narrow window, and as it was when the window is wide again', async () => {
  open({ 'sidebar.open': false });
  await resize(390);
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(hasDrawer()).toBe(true);
  await resize(844);
  expect([hasDrawer(), isExpanded()]).toEqual([false, false]);
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(isExpanded()).toBe(true);
  await resize(390);
  expect(hasDrawer()).toBe(false);
  await resize(1280);
  expect(isExpanded()).toBe(true);
});
