import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { plans } from '../../../admin/plans/index.ts';
import { openResource } from './recordScreen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const plan = (id: number) => ({ id: `p${id}`, name: id === 1 ? '=1+1' : `Plan ${id}`, tierCode: 'T', allowedUsers: 5 });
const pageOf160 = ({ query }: Record<string, unknown>) => {
  const { pageNumber, pageSize } = query as { pageNumber: number; pageSize: number };
  const first = (pageNumber - 1) * pageSize;
  const items = Array.from({ length: Math.min(pageSize, 160 - first) }, (_, index) => plan(first + index + 1));
  return { items, totalCount: 160 };
};
const open = (below = '') => openResource(plans, { 'plans.list': pageOf160 }, below);

describe('pages of a list', () => {
  it('have numbers in blocks of five and a jump box', async () => {
    const { lastInput } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Page 5' }));
    await screen.findByText('Plan 41');
    fireEvent.click(screen.getByRole('button', { name: 'Next pages' }));
    await screen.findByText('Plan 51');
    fireEvent.change(screen.getByRole('textbox', { name: 'Go to page' }), { target: { value: '99' } });
    await screen.findByText('Plan 160');
    expect(lastInput('plans.list')).toMatchObject({ query: { pageNumber: 16 } });
  });
  it('replace a size that is not offered, in the address as well', async () => {
    const { address } = open('?page=1&perPage=7&sort=name&order=ASC&filter=%7B%7D');
    await waitFor(() => expect(address()).toContain('perPage=10'));
  });
  it('move the focus by j and k, and Enter opens the row', async () => {
    const { address } = open();
    await screen.findByText('Plan 2');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' });
    expect(document.activeElement?.textContent).toContain('Plan 2');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' });
    await waitFor(() => expect(address()).toBe('/admin/plans/p2'));
  });
});

describe('export of a list', () => {
  it('has every page and no cell that starts a formula', async () => {
    const files: Blob[] = [];
    const createObjectURL = (file: Blob) => {
      files.push(file);
      return 'blob:list';
    };
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
    open();
    await screen.findByText('Plan 2');
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = (await files[0]?.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(161);
    expect(lines[0]).toContain('Name,Tier code,Allowed users');
    expect(lines[1]).toMatch(/^"?'=1\+1/);
    expect(lines[160]).toBe('Plan 160,T,5');
  });
});
