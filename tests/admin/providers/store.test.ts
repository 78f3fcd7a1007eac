import type { Store } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore, saveFailureKey } from '../../../admin/providers/store.ts';
import { fromStored } from '../../../admin/providers/storedItems.ts';
import type { Client } from '../../../shared/client/createClient.ts';

let narrow = false;
beforeEach(() => {
  vi.useFakeTimers();
  narrow = false;
  vi.stubGlobal('matchMedia', () => ({ matches: narrow }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server with one preference of one user. */
const serverWith = (initial: Record<string, unknown>) => {
  const state = { value: initial as unknown, saves: 0, failure: undefined as Error | undefined };
  const client = {
    preferences: {
      get: () => Promise.resolve({ value: state.value }),
      save: ({ body: { value } }: { body: { value: unknown } }) => {
        if (state.failure) return Promise.reject(state.failure);
        state.value = value;
        state.saves += 1;
        return Promise.resolve({ value });
      },
    },
  } as unknown as Client;
  return { state, client };
};
const listParams = (perPage: number, filter = {}) => ({ page: 3, perPage, sort: 'name', order: 'ASC', filter });
const ready = (store: Store) => {
  store.setup();
  return store;
};

describe('settings of the user', () => {
  it('saves what follows the user once, after the last change, and nothing that was searched or selected', async () => {
    const { state, client } = serverWith({});
    const store = ready(createStore({}, client));
    store.setItem('theme', 'dark');
    store.setItem('organizations.datatable', ['reseller']);
    store.setItem('organizations.listParams', { ...listParams(10, { q: 'Alvarez' }), perPage: '25' });
    store.setItem('organizations.selectedIds', ['1']);
    await vi.advanceTimersByTimeAsync(500);
    expect(state).toMatchObject({
      saves: 1,
      value: { theme: 'dark', 'organizations.datatable': ['reseller'], 'organizations.perPage': 25 },
    });
    expect(JSON.stringify(state.value)).not.toMatch(/Alvarez|selectedIds/);
  });
  it('keeps what another tab saved in between', async () => {
    const { state, client } = serverWith({ theme: 'dark' });
    const store = ready(createStore({ theme: 'dark' }, client));
    state.value = { theme: 'dark', 'networks.datatable': ['code'] };
    store.setItem('theme', 'light');
    await vi.advanceTimersByTimeAsync(500);
    expect(state.value).toEqual({ theme: 'light', 'networks.datatable': ['code'] });
  });
  it('sends nothing for a value that is stored already', async () => {
    const { state, client } = serverWith({});
    const store = ready(createStore({ theme: 'dark', 'organizations.perPage': 25 }, client));
    store.setItem('theme', 'dark');
    store.setItem('organizations.listParams', listParams(25));
    await vi.advanceTimersByTimeAsync(500);
    expect(state.saves).toBe(0);
  });
  it('removes a setting', async () => {
    const { state, client } = serverWith({ 'organizations.savedQueries': [], theme: 'dark' });
    const store = ready(createStore({ 'organizations.savedQueries': [], theme: 'dark' }, client));
    store.removeItem('organizations.savedQueries');
    await vi.advanceTimersByTimeAsync(500);
    expect(state.value).toEqual({ theme: 'dark' });
  });
  it('saves beside views of an earlier release whose names are refused now', async () => {
    const view = (label: string, step: string) => ({ label, value: { filter: { step } } });
    const stored = { 'workflows.savedQueries': [view('Failed', 'a'), view(' failed', 'b'), view('', 'c')] };
    const { state, client } = serverWith(stored);
    ready(createStore(stored, client)).setItem('theme', 'dark');
    await vi.advanceTimersByTimeAsync(500);
    expect(state.value).toEqual({ theme: 'dark', 'workflows.savedQueries': [view('failed', 'b')] });
  });
  it('reports a failure and saves the change with the next one', async () => {
    const { state, client } = serverWith({});
    const store = ready(createStore({}, client));
    state.failure = new Error('The service is not available right now.');
    store.setItem('theme', 'dark');
    await vi.advanceTimersByTimeAsync(500);
    expect(store.getItem(saveFailureKey)).toBe('The service is not available right now.');
    state.failure = undefined;
    store.setItem('density', 'comfortable');
    await vi.advanceTimersByTimeAsync(500);
    expect(state.value).toEqual({ theme: 'dark', density: 'comfortable' });
  });
  it('are the same after the sign-out, which empties the store of the tab', async () => {
    const { state, client } = serverWith({ theme: 'dark' });
    const store = ready(createStore({ theme: 'dark' }, client));
    store.reset();
    await vi.advanceTimersByTimeAsync(500);
    expect(store.getItem('theme')).toBeUndefined();
    expect(state).toMatchObject({ saves: 0, value: { theme: 'dark' } });
  });
  it('leaves the drawer of a narrow screen to that screen', async () => {
    const { state, client } = serverWith({});
    narrow = true;
    const store = ready(createStore({ 'sidebar.open': true }, client));
    expect(store.getItem('sidebar.open')).toBeUndefined();
    store.setItem('sidebar.open', false);
    await vi.advanceTimersByTimeAsync(500);
    expect(state.saves).toBe(0);
  });
});

it.each([
  [
    { 'organizations.perPage': 25 },
    { 'organizations.listParams': { page: 1, perPage: 25, filter: {}, displayedFilters: {} } },
  ],
  [{ 'organizations.perPage': 'many' }, {}],
  [{ 'organizations.perPage': -1 }, {}],
  [{ theme: 'dark', unknown: 1, 'x.selectedIds': [1] }, { theme: 'dark' }],
])('stored %j is %j in react-admin', (stored, items) => {
  expect(fromStored(stored)).toEqual(items);
});
