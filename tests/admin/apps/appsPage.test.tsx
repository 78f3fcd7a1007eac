import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { apps } from '../../../admin/apps/index.ts';
import type { App } from '../../../shared/contract/apps.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openResource, save } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '018f0000-0000-7000-8000-0000000000a1';
const app = (change: Partial<App> = {}): App => ({ id, name: 'Fax Center', version: 3, ...change });

/** The list has no app with the name that is checked, unless it is among `named`. */
const open = (responses: Readonly<Record<string, unknown>>, below = '', named: readonly App[] = []) =>
  openResource(
    apps,
    {
      'apps.get': app(),
      'apps.list': ({ query = {} }: { query?: Readonly<Record<string, unknown>> }) =>
        query['name'] === undefined ? pageOf(app()) : pageOf(...named.filter(({ name }) => name === query['name'])),
      ...responses,
    },
    below,
  );

describe('list of apps', () => {
  it('requests the page of its address as the specification names it, and offers the same as a command', async () => {
    const { lastInput } = open(
      { 'apps.list': { items: [app()], totalCount: 60 } },
      '?filter=%7B%22q%22%3A%22fax%22%7D&page=2&perPage=25&sort=name&order=DESC',
    );
    await screen.findByRole('link', { name: 'Fax Center' });
    expect(lastInput('apps.list')).toEqual({ query: { page: 2, size: 25, search: 'fax', sort: 'desc', col: 'name' } });
    fireEvent.click(screen.getByRole('button', { name: 'Copy as command' }));
    const command = 'carepost apps list --search fax --sort name:desc --page-size 25 --page 2';
    expect(await screen.findByText(command)).toBeTruthy();
  });
  it('leads to the import of apps, and to a new one', async () => {
    open({ 'apps.list': pageOf() });
    expect(await screen.findByText('No apps yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toContain('action=apps.create');
    expect(screen.getByRole('link', { name: 'Add app' }).getAttribute('href')).toContain('/admin/apps/add');
  });
});

describe('an app', () => {
  it('is added by its name, which is checked by query before', async () => {
    const { lastInput, inputsOf, address } = open({ 'apps.create': app() }, 'add');
    await fill(/^Name/, 'Care Calendar');
    await save();
    expect(await screen.findByText('The app was saved successfully.')).toBeTruthy();
    expect(inputsOf('apps.list')).toContainEqual({ query: expect.objectContaining({ name: 'Care Calendar' }) });
    expect(lastInput('apps.create')).toEqual({ body: { name: 'Care Calendar' } });
    await waitFor(() => expect(address()).toBe('/admin/apps'));
  });
  it('with the name of another is not sent', async () => {
    const { inputsOf } = open({}, 'add', [app()]);
    await fill(/^Name/, 'Fax Center');
    await save();
    expect((await screen.findAllByText(/Another app has this name/)).length).toBeGreaterThan(0);
    expect((await field(/^Name/)).getAttribute('aria-invalid')).toBe('true');
    expect(inputsOf('apps.create')).toEqual([]);
  });
  it('keeps its own name, and is saved with the version that was loaded', async () => {
    const { lastInput } = open({ 'apps.update': app({ version: 4 }) }, id, [app()]);
    await fill(/^Name/, 'Fax Centre');
    await fill(/^Name/, 'Fax Center');
    await save();
    expect(await screen.findByText('The app was saved successfully.')).toBeTruthy();
    expect(lastInput('apps.update')).toMatchObject({ params: { id }, body: { name: 'Fax Center', version: 3 } });
  });
  it('that was added by another user after the check has the error of the server at the field', async () => {
    const text = '"Care Calendar" already exists. Choose another name.';
    open({ 'apps.create': new HttpError(text, 409, { code: 'E-NAME-TAKEN', errors: { name: text } }) }, 'add');
    await fill(/^Name/, 'Care Calendar');
    await save();
    expect(await screen.findByText(`There was an error saving this app. ${text}`)).toBeTruthy();
  });
});
