import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportPage } from '../../../admin/bulk/import/ImportPage.tsx';
import { maxFileBytes } from '../../../admin/bulk/bulkProtocol.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';
import { InProcessWorker } from './inProcessWorker.ts';

beforeAll(() => void vi.stubGlobal('Worker', InProcessWorker));
afterAll(() => void vi.unstubAllGlobals());
afterEach(cleanup);

const path = '/admin/organizations/import';
const show = (query = '') =>
  renderFor({ profile: user({ roles: ['SysAdmin'] }), at: path + query, routes: { [path]: <ImportPage /> } });
const choose = (file: File) => fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [file] } });
const csv = (text: string, name = 'rows.csv') => new File([text], name, { type: 'text/csv' });
const checkButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Check the file' });
const heading = (name: string) => screen.findByLabelText<HTMLSelectElement>(name);

describe('import page', () => {
  it('offers every action with its columns, and keeps the choice in the address', async () => {
    const { address } = show();
    const actions = screen.getByLabelText<HTMLSelectElement>('Action');
    expect(actions.value).toBe('orgs.update');
    fireEvent.change(actions, { target: { value: 'orgs.login' } });
    await waitFor(() => expect(address()).toBe(`${path}?action=orgs.login`));
    fireEvent.click(screen.getByRole('button', { name: /^Columns/ }));
    const columns = within(await screen.findByRole('table'));
    expect(columns.getByText('enabled')).toBeTruthy();
    expect(columns.getByText('true or false')).toBeTruthy();
  });

  it('says how the file was read, and asks about a heading it does not know before anything is checked', async () => {
    show('?action=orgs.create');
    choose(csv('Name;Sub Domain;Citty\nA;a;B'));
    expect(await screen.findByText(/UTF-8, delimiter ;/)).toBeTruthy();
    expect((await heading('Name')).value).toBe('name');
    expect((await heading('Sub Domain')).value).toBe('subdomain');
    expect((await heading('Citty')).value).toBe('unknown');
    expect(screen.getByText(/Did you mean.*city/)).toBeTruthy();
    expect((await checkButton()).disabled).toBe(true);
    fireEvent.change(await heading('Citty'), { target: { value: 'city' } });
    await waitFor(async () => expect((await checkButton()).disabled).toBe(false));
  });

  it('does not go on with two headings for one column, or without a required one', async () => {
    show('?action=orgs.create');
    choose(csv('name,title\nA,B'));
    fireEvent.change(await heading('title'), { target: { value: 'name' } });
    expect(await screen.findByText(/are both the column name/)).toBeTruthy();
    expect(screen.getByText(/The column subdomain is missing/)).toBeTruthy();
    expect((await checkButton()).disabled).toBe(true);
    fireEvent.change(await heading('title'), { target: { value: 'subdomain' } });
    await waitFor(async () => expect((await checkButton()).disabled).toBe(false));
  });

  it('of other records has their title and leads back to their list', async () => {
    show('?action=reserved-words.create');
    expect(screen.getByRole('heading', { level: 1, name: 'Import: Reserved words' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to the list' }).getAttribute('href')).toBe('/admin/reservedwords');
    choose(csv('name,profanity\nhelpdesk,no'));
    expect((await heading('profanity')).value).toBe('profanity');
    await waitFor(async () => expect((await checkButton()).disabled).toBe(false));
  });

  it('takes a file that was dropped, and says why one cannot be read', async () => {
    show();
    const area = screen.getByText('or drop a CSV file here').parentElement ?? document.body;
    fireEvent.drop(area, { dataTransfer: { files: [csv('', 'empty.csv')] } });
    expect(await screen.findByText('The file has no rows.')).toBeTruthy();
    expect(screen.getByText(/empty\.csv/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove the file' }));
    expect(screen.queryByText('Detected format and columns')).toBeNull();
  });

  it('sends files that a page cannot hold to the command line', async () => {
    show();
    const large = csv('id,name\n');
    Object.defineProperty(large, 'size', { value: maxFileBytes + 1 });
    choose(large);
    expect(await screen.findByText(/carepost bulk plan/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check the file' })).toBeNull();
  });
});
