import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { brands } from '../../../admin/brands/index.ts';
import type { Brand } from '../../../shared/contract/brands.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openResource, press, save } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '018f0000-0000-7000-8000-0000000000b1';
const brand = (change: Partial<Brand> = {}): Brand => ({
  id,
  name: 'Northwind',
  appUrl: 'https://northwind.example',
  primaryColor: '#0b5c7a',
  supportEmail: 'help@northwind.example',
  identityProvider: { connectionName: 'northwind-sso' },
  onboardingFlow: 'standard',
  termsHtml: null,
  organizationCount: 2,
  version: 7,
  ...change,
});
const open = (responses: Readonly<Record<string, unknown>>, below = '') =>
  openResource(brands, { 'brands.get': brand(), 'brands.list': pageOf(brand()), ...responses }, below);

describe('brands', () => {
  it('are listed with address, support, colour and connection', async () => {
    open({ 'brands.list': pageOf(brand()) });
    expect(await screen.findByRole('link', { name: 'Northwind' })).toBeTruthy();
    for (const text of ['https://northwind.example', 'help@northwind.example', '#0b5c7a', 'northwind-sso']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });
  it('are saved with every field and the version they were loaded at', async () => {
    const { lastInput } = open({ 'brands.list': pageOf(), 'brands.update': brand() }, id);
    await fill(/^Support e-mail/, ' care@northwind.example ');
    await fill('Single sign-on connection', '');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /^Onboarding/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Legacy: questions about the past' }));
    fireEvent.change(await screen.findByLabelText('Terms of use', { selector: 'textarea' }), {
      target: { value: '<p>Be kind</p>' },
    });
    await save();
    await screen.findByText('The brand was saved successfully.');
    expect(lastInput('brands.update')).toEqual({
      params: { id },
      body: {
        name: 'Northwind',
        appUrl: 'https://northwind.example',
        primaryColor: '#0b5c7a',
        supportEmail: 'care@northwind.example',
        identityProvider: { connectionName: null },
        onboardingFlow: 'legacy',
        termsHtml: '<p>Be kind</p>',
        version: 7,
      },
    });
  });
  it('lead to the organizations that use them', async () => {
    open({}, id);
    const link = await screen.findByRole('link', { name: '2 organizations' });
    const filter = new URL(link.getAttribute('href') ?? '', 'https://app.test').searchParams.get('filter');
    expect(JSON.parse(filter ?? '')).toEqual({ brandId: id });
  });
  it('are not sent with an address, a colour or an e-mail that is none', async () => {
    const { inputsOf } = open({}, 'add');
    await fill(/^Name/, 'Plain');
    await fill(/^Application address/, 'http://plain.example');
    await fill(/^Primary color/, 'teal');
    await fill(/^Support e-mail/, 'nobody');
    await save();
    await screen.findByText('Please correct the marked fields.');
    expect(screen.queryByText('Please fill out all required fields.')).toBeNull();
    for (const name of ['Application address', 'Primary color', 'Support e-mail']) {
      expect(screen.getByRole('link', { name })).toBeTruthy();
    }
    expect(inputsOf('brands.create')).toEqual([]);
  });
  it('take a colour from the palette as well', async () => {
    open({}, id);
    fireEvent.change(await field('Pick the primary color'), { target: { value: '#aa0000' } });
    expect((await field(/^Primary color/)).value).toBe('#aa0000');
  });
  it('show their terms before they are saved, without what could run', async () => {
    open(
      { 'brands.get': brand({ termsHtml: '<h1>Terms</h1><script>boom()</script><p onclick="boom()">Be kind</p>' }) },
      id,
    );
    await press('Preview');
    expect((await screen.findByText('Be kind')).getAttribute('onclick')).toBeNull();
    expect(document.querySelector('main script, section script')).toBeNull();
  });
  it('say how many organizations have them', async () => {
    open({}, id);
    expect(await screen.findByText('2 organizations')).toBeTruthy();
  });
  it('keep what was typed when the server refuses', async () => {
    const text = 'This name already exists.';
    open({ 'brands.update': new HttpError(text, 409, { code: 'E-NAME-TAKEN', errors: { name: text } }) }, id);
    await fill(/^Name/, 'Contoso');
    await save();
    await waitFor(async () => expect((await field(/^Name/)).getAttribute('aria-invalid')).toBe('true'));
    expect((await field(/^Name/)).value).toBe('Contoso');
  });
});
