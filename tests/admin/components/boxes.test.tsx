import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CollapsibleBox } from '../../../admin/components/CollapsibleBox.tsx';
import { CopyButton } from '../../../admin/components/CopyButton.tsx';
import { UseField } from '../../../admin/components/sourceStates.tsx';
import { SafeHtml } from '../../../admin/components/SafeHtml.tsx';
import { renderAt } from './renderAt.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

const show = (element: React.ReactNode) => renderAt({ routes: { '/': element }, at: '/' });

describe('collapsible box', () => {
  it('draws its content only while it is open, and says which it is', () => {
    show(<CollapsibleBox title="History">the rows</CollapsibleBox>);
    const button = screen.getByRole('button', { name: 'History', expanded: false });
    expect(screen.queryByText('the rows')).toBeNull();
    fireEvent.click(button);
    expect(screen.getByRole('button', { name: 'History', expanded: true })).toBeTruthy();
    expect(screen.getByText('the rows')).toBeTruthy();
  });
});

describe('state chip', () => {
  it('does not let its column become narrower than a word', () => {
    show(
      <div style={{ overflowWrap: 'anywhere' }}>
        <UseField source="isEnabled" record={{ isEnabled: true }} />
      </div>,
    );
    expect(getComputedStyle(screen.getByText('Enabled')).overflowWrap).toBe('break-word');
  });
});

describe('copy button', () => {
  it('puts the text on the clipboard and says so', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    show(<CopyButton text="client-1" label="Copy the client id" />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy the client id' }));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledExactlyOnceWith('client-1');
  });
  it('says what to do where the browser does not allow it', async () => {
    vi.stubGlobal('navigator', {});
    show(<CopyButton text="client-1" label="Copy the client id" />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy the client id' }));
    expect(await screen.findByText(/Select the text and copy it/)).toBeTruthy();
  });
});

describe('HTML of others', () => {
  const hostile = `<h2 onclick="x()">Terms</h2><script>window.hit = 1</script><img src=x onerror="x()">
    <a href="javascript:x()">bad</a><a href="https://example.com">good</a><form action="/x"><input></form><p style="color:red">text</p>`;
  it('shows as text without anything that runs, loads or sends', async () => {
    const { container } = show(<SafeHtml html={hostile} />);
    expect(await screen.findByRole('heading', { name: 'Terms' })).toBeTruthy();
    expect(container.querySelectorAll('script, img, form, input, [onclick], [style*="color"]').length).toBe(0);
    expect(screen.getByText('bad').getAttribute('href')).toBeNull();
  });
  it('opens its links in a new tab that knows nothing of this one', async () => {
    show(<SafeHtml html={hostile} />);
    const link = await screen.findByRole('link', { name: 'good' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });
  it('shows new HTML when it changes', async () => {
    const Changing = () => {
      const [html, setHtml] = useState('<p>one</p>');
      return (
        <>
          <button type="button" onClick={() => setHtml('<p>two</p>')}>
            Change
          </button>
          <SafeHtml html={html} />
        </>
      );
    };
    show(<Changing />);
    await screen.findByText('one');
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('two')).toBeTruthy();
    expect(screen.queryByText('one')).toBeNull();
  });
});
