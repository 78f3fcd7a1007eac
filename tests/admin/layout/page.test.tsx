import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from '../../../admin/layout/page.tsx';

afterEach(cleanup);
const Loaded = () => <p>the page</p>;

describe('page loaded when needed', () => {
  it('is drawn at once where it was preloaded', async () => {
    const Page = page(() => Promise.resolve(Loaded));
    await Page.preload();
    render(<Page />);
    expect(screen.getByText('the page')).toBeTruthy();
  });
  it('comes later where it was not', async () => {
    const Page = page(() => Promise.resolve(Loaded));
    render(
      <Suspense fallback="wait">
        <Page />
      </Suspense>,
    );
    expect(screen.getByText('wait')).toBeTruthy();
    expect(await screen.findByText('the page')).toBeTruthy();
  });
  it('is loaded once, and again only after a failure', async () => {
    const load = vi.fn(() => Promise.resolve(Loaded)).mockRejectedValueOnce(new Error('offline'));
    const Page = page(load);
    await expect(Page.preload()).rejects.toThrow('offline');
    await Promise.all([Page.preload(), Page.preload()]);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
