import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DocumentViewer } from '../../../admin/viewer/DocumentViewer.tsx';
import type { ViewedDocument } from '../../../admin/viewer/viewedDocument.ts';
import { renderAt } from '../components/renderAt.tsx';

afterEach(cleanup);

const textOf = (text: string): ViewedDocument => ({
  bytes: new TextEncoder().encode(text),
  mediaType: 'text/plain',
  name: 'note.txt',
});

const open = (load: () => Promise<ViewedDocument>) =>
  renderAt({ routes: { '/': <DocumentViewer load={load} /> }, at: '/' });

it('loads the document once and displays it as plain text', async () => {
  const load = vi.fn(() => Promise.resolve(textOf('<b>not bold</b>')));
  open(load);
  expect(await screen.findByText('<b>not bold</b>')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('displays the error message of the server, and loads again on Retry', async () => {
  const load = vi
    .fn<() => Promise<ViewedDocument>>()
    .mockRejectedValueOnce(new Error('The server is busy.'))
    .mockResolvedValueOnce(textOf('here it is'));
  open(load);
  expect(await screen.findByText('The document could not be loaded.')).toBeTruthy();
  expect(screen.getByText('The server is busy.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('here it is')).toBeTruthy();
});

it('displays an HL7 message by segment and field, with escapes decoded and escaped line ends split', async () => {
  open(() => Promise.resolve(textOf('MSH|^~\\&|LAB\\rPID|1||77~88||Example^Ann\\rOBX|1|TX|||a\\F\\b\\.br\\c')));
  expect(await screen.findByRole('heading', { name: 'PID · Patient identification' })).toBeTruthy();
  const value = (field: string) => screen.getByText(field).closest('tr')?.lastElementChild?.textContent;
  expect([value('PID-3'), value('PID-5'), value('OBX-5'), value('MSH-1'), value('MSH-3')]).toEqual([
    '77\n88',
    'Example^Ann',
    'a|b\nc',
    '|',
    'LAB',
  ]);
});

it.each([
  ['<html><script>alert(1)</script></html>', null, /^This is a web page that shows nothing without scripts/],
  [
    '<html><body><p>Result</p><script>alert(1)</script></body></html>',
    '',
    /^This is a web page\. It is displayed without scripts/,
  ],
])(
  'explains for %s that it is a web page without scripts, and offers the download',
  async (source, sandbox, message) => {
    open(() => Promise.resolve({ ...textOf(source), mediaType: 'application/octet-stream', name: 'report.pdf' }));
    expect(await screen.findByText(message)).toBeTruthy();
    const frame = screen.queryByTitle(/^Web page within/);
    expect(frame && frame.getAttribute('sandbox')).toBe(sandbox);
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  },
);
