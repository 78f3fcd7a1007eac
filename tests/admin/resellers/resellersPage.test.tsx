import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resellers } from '../../../admin/resellers/index.ts';
import type { Reseller } from '../../../shared/contract/resellers.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openResource, press, save } from '../components/recordScreen.tsx';

const id = '018f0000-0000-7000-8000-0000000000c1';
const reseller = (change: Partial<Reseller> = {}): Reseller => ({
  id,
  name: 'Apex Health',
  type: 0,
  urlCode: 'apex-health',
  color: '#3f4449',
  bypassTos: false,
  termsHtml: null,
  fileName: null,
  organizationCount: 0,
  version: 2,
  ...change,
});
const logo = { name: 'apex.png', mediaType: 'image/png', bytes: new Uint8Array([137, 80, 78, 71]) };
const png = (name = 'new.png', size = 3) => new File([new Uint8Array(size)], name, { type: 'image/png' });

/** Names make codes; `taken` is taken. */
const urlCode = ({ query = {} }: { query?: { name?: string; urlCode?: string } }) =>
  query.urlCode === undefined
    ? { urlCode: query.name?.toLowerCase().replaceAll(' ', '-'), isAvailable: true }
    : { urlCode: query.urlCode, isAvailable: query.urlCode !== 'taken' };

const open = (responses: Readonly<Record<string, unknown>>, below = '') =>
  openResource(
    resellers,
    {
      'resellers.get': reseller(),
      'resellers.list': pageOf(),
      'resellers.urlCode': urlCode,
      'resellers.file': logo,
      ...responses,
    },
    below,
  );

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:logo', revokeObjectURL: () => undefined }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('resellers', () => {
  it('are listed with type and colour in words', async () => {
    open({ 'resellers.list': pageOf(reseller(), reseller({ id: 'b', name: 'Bay', type: 1, color: '#ffffff' })) });
    expect(await screen.findByRole('link', { name: 'Apex Health' })).toBeTruthy();
    for (const text of ['Affiliate', 'Dark Grey', 'Licensing', 'White']) expect(screen.getByText(text)).toBeTruthy();
  });
  it('get a URL code from their name until somebody types one', async () => {
    const { lastInput } = open({ 'resellers.create': reseller() }, 'add');
    await fill(/^Name/, 'Bay Care');
    await waitFor(async () => expect((await field(/^URL code/)).value).toBe('bay-care'));
    await fill(/^URL code/, 'baycare');
    await fill(/^Name/, 'Bay Care West');
    expect(await screen.findByRole('button', { name: 'Use bay-care-west' })).toBeTruthy();
    expect((await field(/^URL code/)).value).toBe('baycare');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /^Type/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Licensing' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Light Grey' }));
    await save();
    await screen.findByText('The reseller was saved successfully.');
    expect(lastInput('resellers.create')).toEqual({
      body: {
        name: 'Bay Care West',
        type: 1,
        urlCode: 'baycare',
        color: '#e6e9ed',
        bypassTos: false,
        termsHtml: null,
      },
      file: undefined,
    });
  });
  it('have their URL code looked up while it is typed, without their own record', async () => {
    const { lastInput } = open({}, id);
    await fill(/^URL code/, 'taken');
    expect(await screen.findByText('This URL code already exists.')).toBeTruthy();
    expect(lastInput('resellers.urlCode')).toEqual({ query: { urlCode: 'taken', id } });
    await fill(/^URL code/, 'free');
    expect(await screen.findByText('This URL code is available.')).toBeTruthy();
  });
  it('are not sent with a URL code of another form', async () => {
    const { inputsOf } = open({}, id);
    await fill(/^URL code/, 'Apex Health');
    await save();
    expect((await screen.findAllByText(/Use small letters, digits and single hyphens/)).length).toBeGreaterThan(0);
    expect(inputsOf('resellers.update')).toEqual([]);
  });
  it('keep their type while organizations have them, and lead to those', async () => {
    open({ 'resellers.get': reseller({ organizationCount: 3 }) }, id);
    expect((await field(/^Type/)).getAttribute('aria-disabled')).toBe('true');
    const address = screen.getByRole('link', { name: '3 organizations' }).getAttribute('href') ?? '';
    expect(JSON.parse(new URL(address, 'https://x.test').searchParams.get('filter') ?? '')).toEqual({ resellerId: id });
  });
  it('ask for terms of their own only where those replace the platform’s', async () => {
    const { lastInput } = open({ 'resellers.update': reseller() }, id);
    fireEvent.click(await screen.findByRole('switch', { name: /accept the terms of the reseller/ }));
    await fill('Terms of the reseller', '<p>Ours</p>');
    await save();
    await screen.findByText('The reseller was saved successfully.');
    expect(lastInput('resellers.update')).toMatchObject({ body: { bypassTos: true, termsHtml: '<p>Ours</p>' } });
  });
});

describe('logo of a reseller', () => {
  const withLogo = { 'resellers.get': reseller({ fileName: 'apex.png' }), 'resellers.update': reseller() };

  it('is shown on its colour from a blob', async () => {
    open(withLogo, id);
    const image = await screen.findByRole('img', { name: 'Logo of Apex Health' });
    expect(image.getAttribute('src')).toBe('blob:logo');
    expect(screen.getByText('Logo on Dark Grey')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'White' }));
    expect(screen.getByText('Logo on White')).toBeTruthy();
  });
  it('is sent with the record when a new one was chosen', async () => {
    const { lastInput } = open(withLogo, id);
    fireEvent.change(await screen.findByLabelText('Logo file', { selector: 'input' }), { target: { files: [png()] } });
    expect(await screen.findByText('new.png, 1 k')).toBeTruthy();
    await save();
    await screen.findByText('The reseller was saved successfully.');
    expect(lastInput('resellers.update')).toMatchObject({
      body: { removeFile: false, version: 2 },
      file: { name: 'new.png', mediaType: 'image/png', bytes: new Uint8Array(3) },
    });
  });
  it('can be dropped', async () => {
    open({}, id);
    await field(/^Name/);
    const area = document.querySelector('[data-drop-area]') as HTMLElement;
    fireEvent.drop(area, { dataTransfer: { files: [png('dropped.png')] } });
    expect(await screen.findByText('dropped.png, 1 k')).toBeTruthy();
    await press('Remove the chosen file');
    expect(await screen.findByText('No logo')).toBeTruthy();
  });
  it.each([
    ['of another kind', new File(['x'], 'logo.svg', { type: 'image/svg+xml' }), /Choose a file of one of these kinds/],
    ['empty', png('empty.png', 0), /The file is empty/],
    ['too large', png('large.png', 512 * 1024 + 1), /The file is larger than 512 k/],
  ])('is not sent when it is %s', async (_case, file, text) => {
    const { inputsOf } = open({}, id);
    fireEvent.change(await screen.findByLabelText('Logo file', { selector: 'input' }), { target: { files: [file] } });
    await save();
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(inputsOf('resellers.update')).toEqual([]);
  });
  it('is taken away when the record is saved', async () => {
    const { lastInput } = open(withLogo, id);
    await press('Remove the logo');
    expect(await screen.findByText('The logo will be removed when you save.')).toBeTruthy();
    await save();
    await screen.findByText('The reseller was saved successfully.');
    expect(lastInput('resellers.update')).toMatchObject({ body: { removeFile: true } });
    expect(lastInput('resellers.update')).not.toHaveProperty('file');
  });
  it('that cannot be loaded does not keep the rest from being saved', async () => {
    open({ ...withLogo, 'resellers.file': new HttpError('The file is gone.', 404, {}) }, id);
    expect(await screen.findByText('The file is gone.')).toBeTruthy();
    await fill(/^Name/, 'Apex');
    await save();
    expect(await screen.findByText('The reseller was saved successfully.')).toBeTruthy();
  });
});
