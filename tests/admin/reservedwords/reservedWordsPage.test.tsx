import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { reservedwords } from '../../../admin/reservedwords/index.ts';
import type { ReservedWord, ReservedWordCheck, ReservedWordClash } from '../../../shared/contract/reservedwords.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openPage, openResource, press, save } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '018f0000-0000-7000-8000-0000000000b1';
const organizationId = '018f0000-0000-7000-8000-0000000000b2';
const word = (change: Partial<ReservedWord> = {}): ReservedWord => ({
  id,
  name: 'admin',
  profanity: false,
  version: 3,
  ...change,
});
const clash = (change: Partial<ReservedWordClash> = {}): ReservedWordClash => ({
  id: `${id}.${organizationId}`,
  word: 'clinic',
  wordId: id,
  profanity: false,
  rule: 'LookAlike',
  subdomain: 'c1inic',
  organizationName: 'Lakeside Clinic',
  orgId: 10_007,
  organizationId,
  ...change,
});
const checkOf = (name: string, change: Partial<ReservedWordCheck> = {}): ReservedWordCheck => ({
  name,
  isReserved: false,
  rule: null,
  word: null,
  reading: name,
  ...change,
});
const open = (responses: Readonly<Record<string, unknown>>, below = '') =>
  openResource(
    reservedwords,
    {
      'reservedwords.get': word(),
      'reservedwords.list': pageOf(word(), word({ id: organizationId, name: 'rude', profanity: true })),
      'reservedwords.exists': false,
      'reservedwords.clashes': pageOf(),
      'organizations.subdomainExists': false,
      ...responses,
    },
    below,
  );

describe('list of reserved words', () => {
  it('requests the page of its address, and offers the same as a command', async () => {
    const { lastInput } = open(
      {},
      '?filter=%7B%22q%22%3A%22ad%22%2C%22profanity%22%3A%22false%22%7D&perPage=25&sort=name&order=DESC',
    );
    await screen.findByRole('link', { name: 'admin' });
    expect(lastInput('reservedwords.list')).toEqual({
      query: { pageNumber: 1, pageSize: 25, search: 'ad', sortDir: 'desc', profanity: false },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Copy as command' }));
    const command = 'carepost reserved-words list --search ad --without-profanity --sort name:desc --page-size 25';
    expect(await screen.findByText(command)).toBeTruthy();
  });
  it('leads to the import, to the clashes and to a new word', async () => {
    open({ 'reservedwords.list': pageOf() });
    expect(await screen.findByText('No reserved words yet')).toBeTruthy();
    const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(addressOf('Import')).toContain('action=reserved-words.create');
    expect(addressOf('Clashes')).toContain('/admin/reservedwords/clashes');
    expect(addressOf('Add reserved word')).toContain('/admin/reservedwords/add');
  });
});

describe('the test of a name', () => {
  const results: readonly (readonly [name: string, responses: Readonly<Record<string, unknown>>, text: RegExp])[] = [
    [
      'adm1n',
      { 'reservedwords.check': checkOf('adm1n', { isReserved: true, rule: 'LookAlike', word: word() }) },
      /Reserved "adm1n" looks like the reserved word admin/,
    ],
    [
      'admin',
      { 'reservedwords.check': checkOf('admin', { isReserved: true, rule: 'Same', word: word({ profanity: true }) }) },
      /"admin" is the reserved word admin \(Profanity\)/,
    ],
    ['has space', { 'reservedwords.check': checkOf('has space') }, /No subdomain "has space" is not reserved, but no/],
    [
      'lakeside',
      { 'reservedwords.check': checkOf('lakeside'), 'organizations.subdomainExists': true },
      /Taken "lakeside" is not reserved, but an organization has it/,
    ],
    ['free', { 'reservedwords.check': checkOf('free') }, /Not reserved A new organization can have/],
  ];
  it.each(results)('of %s names the rule that decides', async (name, responses, text) => {
    const { lastInput } = open(responses);
    const box = await screen.findByRole('region', { name: 'Test a name' });
    fireEvent.change(within(box).getByLabelText('Name to test'), { target: { value: ` ${name} ` } });
    await waitFor(() => expect(box.textContent?.replaceAll(/\s+/g, ' ')).toMatch(text));
    expect(lastInput('reservedwords.check')).toEqual({ query: { name } });
  });
  it('that fails offers Retry', async () => {
    open({ 'reservedwords.check': new HttpError('The service is not available right now.', 503, {}) });
    const box = await screen.findByRole('region', { name: 'Test a name' });
    fireEvent.change(within(box).getByLabelText('Name to test'), { target: { value: 'admin' } });
    expect(await within(box).findByText('The name could not be tested.')).toBeTruthy();
    expect(within(box).getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('a reserved word', () => {
  it('is added in lower case; the organizations that it blocks are listed before', async () => {
    const { lastInput, address } = open(
      { 'reservedwords.create': word(), 'reservedwords.clashes': pageOf(clash()) },
      'add',
    );
    await fill(/^Name/, ' Clinic ');
    fireEvent.click(await screen.findByRole('switch', { name: 'Profanity' }));
    const link = await screen.findByRole('link', { name: 'Lakeside Clinic' });
    expect(link.getAttribute('href')).toContain(organizationId);
    expect(screen.getByText(/One organization has a subdomain that this word blocks/)).toBeTruthy();
    await save();
    expect(await screen.findByText('The reserved word was saved successfully.')).toBeTruthy();
    expect(lastInput('reservedwords.create')).toEqual({
      params: { id: '0' },
      body: { name: 'clinic', profanity: true },
    });
    await waitFor(() => expect(address()).toBe('/admin/reservedwords'));
  });
  it('that exists is not sent', async () => {
    const { inputsOf, lastInput } = open({ 'reservedwords.exists': true }, 'add');
    await fill(/^Name/, 'admin');
    await save();
    expect((await screen.findAllByText(/"admin" already exists/)).length).toBeGreaterThan(0);
    expect(lastInput('reservedwords.exists')).toEqual({ query: { name: 'admin' } });
    expect(inputsOf('reservedwords.create')).toEqual([]);
  });
  it('that no subdomain can have is refused at the field', async () => {
    const { inputsOf } = open({}, 'add');
    await fill(/^Name/, 'has space');
    await save();
    expect((await screen.findAllByText(/Enter a word that a subdomain can have/)).length).toBeGreaterThan(0);
    expect((await field(/^Name/)).getAttribute('aria-invalid')).toBe('true');
    expect(inputsOf('reservedwords.exists')).toEqual([]);
  });
  it('is changed under its own name, with the version that was loaded', async () => {
    const { lastInput } = open({ 'reservedwords.update': word({ version: 4, profanity: true }) }, id);
    expect(await screen.findByText('No organization has a subdomain that this word blocks.')).toBeTruthy();
    fireEvent.click(await screen.findByRole('switch', { name: 'Profanity' }));
    await save();
    expect(await screen.findByText('The reserved word was saved successfully.')).toBeTruthy();
    expect(lastInput('reservedwords.exists')).toEqual({ query: { id, name: 'admin' } });
    expect(lastInput('reservedwords.update')).toMatchObject({ params: { id }, body: { profanity: true, version: 3 } });
  });
  it('is deleted after its name was typed', async () => {
    const { address } = open({ 'reservedwords.delete': undefined }, id);
    await press('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete admin?' });
    fireEvent.change(within(dialog).getByLabelText(/Type/), { target: { value: 'admin' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The reserved word was deleted successfully.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/admin/reservedwords'));
  });
});

describe('clashes', () => {
  const Clashes = reservedwords.clashes;
  const openClashes = (response: unknown) =>
    openPage('/admin/reservedwords/clashes', <Clashes />, { 'reservedwords.clashes': response });
  it('list the organizations, the word and the rule', async () => {
    const { lastInput } = openClashes(pageOf(clash()));
    const row = (await screen.findByText('c1inic')).closest('tr');
    expect(row?.textContent).toContain('Looks like the word');
    expect(screen.getByRole('link', { name: 'Lakeside Clinic' }).getAttribute('href')).toContain(organizationId);
    expect(lastInput('reservedwords.clashes')).toEqual({ query: { pageNumber: 1, pageSize: 10, sortDir: 'asc' } });
  });
  it('say that there are none, and what failed', async () => {
    openClashes(pageOf());
    expect(await screen.findByText('No organization has a reserved word as its subdomain')).toBeTruthy();
    cleanup();
    openClashes(new HttpError('The service is not available right now.', 503, {}));
    expect(await screen.findByText(/The service is not available right now/)).toBeTruthy();
  });
});
