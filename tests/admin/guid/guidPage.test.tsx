import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countOf } from '../../../admin/guid/guidModel.ts';
import { GuidPage } from '../../../admin/guid/GuidPage.tsx';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

afterEach(cleanup);

it.each([
  ['1', 1],
  ['100', 100],
  [' 7 ', 7],
  ['0', undefined],
  ['101', undefined],
  ['', undefined],
  ['1.5', undefined],
  ['x', undefined],
])('%j GUIDs are %j', (typed, count) => {
  expect(countOf(typed)).toBe(count);
});

describe('GUID generator', () => {
  const open = (failures: Error[] = []) => {
    let last = 0;
    const create = ({ query }: { query: { format: string; toUpper: boolean } }) => {
      const failure = failures.shift();
      if (failure) throw failure;
      last += 1;
      return { value: `${query.format}-${query.toUpper}-${last}` };
    };
    const responses = { 'guid.create': create };
    return renderFor({ profile: user(), responses, at: '/', routes: { '/': <GuidPage /> } });
  };

  it('asks the server once for each GUID, in the chosen format', async () => {
    const { inputsOf } = open();
    fireEvent.change(screen.getByLabelText('How many'), { target: { value: '8' } });
    fireEvent.click(screen.getByLabelText('Upper case'));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /Format/ }));
    fireEvent.click(await screen.findByRole('option', { name: /braces/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Generate' }));
    expect(await screen.findByText('B-true-8')).toBeTruthy();
    expect(inputsOf('guid.create')).toHaveLength(8);
  });
  it('shows an example of the format as it will be written', () => {
    open();
    fireEvent.click(screen.getByLabelText('Upper case'));
    expect(screen.getByText('0F8FAD5B-D9CB-469F-A165-70867728950E')).toBeTruthy();
  });
  it('asks nothing for a number it cannot make', () => {
    open();
    fireEvent.change(screen.getByLabelText('How many'), { target: { value: '101' } });
    expect(screen.getByRole('button', { name: 'Generate' }).hasAttribute('disabled')).toBe(true);
  });
  it('says what failed and tries again', async () => {
    open([new HttpError('The service is not available right now.', 503)]);
    fireEvent.click(screen.getByRole('button', { name: 'Generate' }));
    expect(await screen.findByText('There was an error generating the GUID.')).toBeTruthy();
    expect(screen.getByText('The service is not available right now.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('D-false-1')).toBeTruthy();
  });
  it('copies one and all', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    open();
    fireEvent.change(screen.getByLabelText('How many'), { target: { value: '2' } });
    fireEvent.click(screen.getByRole('button', { name: 'Generate' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Copy D-false-1' }));
    await waitFor(() => expect(writeText).toHaveBeenLastCalledWith('D-false-1'));
    fireEvent.click(screen.getByRole('button', { name: 'Copy all' }));
    await waitFor(() => expect(writeText).toHaveBeenLastCalledWith('D-false-1\nD-false-2'));
    vi.unstubAllGlobals();
  });
});
