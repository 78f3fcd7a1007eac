import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { pageOf, type RequestInput, type Responses } from '../../support/contractApi.ts';
import { field, fill, openEditor } from './editorScreen.tsx';
import { organization } from './records.ts';

afterEach(cleanup);

const plans = [
  { id: 'small', name: 'Small', tierCode: 'S', allowedUsers: 5 },
  { id: 'large', name: 'Large', tierCode: 'L', allowedUsers: 50 },
  { id: 'endless', name: 'Endless', tierCode: 'E', allowedUsers: -1 },
];
const resellers = [
  { id: 'affiliate', name: 'Affy', type: 0 as const, urlCode: 'a', color: '#ffffff' },
  { id: 'other', name: 'Other', type: 0 as const, urlCode: 'o', color: '#ffffff' },
  { id: 'licensing', name: 'Lica', type: 1 as const, urlCode: 'l', color: '#ffffff' },
];
const commerce: Responses = { 'plans.list': pageOf(...plans), 'resellers.list': pageOf(...resellers) };
const open = (overrides: Parameters<typeof organization>[0]) =>
  openEditor(commerce, undefined, organization(overrides));

const options = async (label: string) => {
  const input = await field(label);
  await waitFor(() => expect(input.disabled).toBe(false));
  fireEvent.mouseDown(input);
  return (await screen.findAllByRole('option')).map((option) => option.textContent);
};
const choose = async (label: string, option: string) => {
  await options(label);
  fireEvent.click(screen.getByRole('option', { name: option }));
};
const clear = async (label: string) => {
  const input = await field(label);
  await waitFor(() => expect(input.value).not.toBe(''));
  await waitFor(() => expect(input.disabled).toBe(false));
  fireEvent.change(input, { target: { value: '' } });
};

describe('plan', () => {
  it('offers only plans that allow the present number of users', async () => {
    open({ numberOfUsers: 20 });
    await screen.findByLabelText('Plan');
    expect(await options('Plan')).toEqual(['Large (up to 50 users)', 'Endless (unlimited users)']);
  });
  it('follows the number of users while it is typed', async () => {
    open({ numberOfUsers: 2 });
    await fill(/^Number of users/, '60');
    expect(await options('Plan')).toEqual(['Endless (unlimited users)']);
  });
});

describe('reseller', () => {
  const affiliate = { id: 'affiliate', type: 0 } as const;
  const licensing = { id: 'licensing', type: 1 } as const;

  it('of the licensing kind brings the first plan along', async () => {
    open({ numberOfUsers: 4 });
    await choose('Reseller', 'Lica (Licensing)');
    await waitFor(async () => expect((await field('Plan')).value).toBe('Small (up to 5 users)'));
  });
  it.each([
    ['Lica (Licensing)', 'of the licensing kind'],
    ['Affy (Affiliate)', 'of the affiliate kind'],
  ])('%s keeps the plan that was chosen in the form', async (reseller) => {
    open({ numberOfUsers: 4 });
    await choose('Plan', 'Large (up to 50 users)');
    await choose('Reseller', reseller);
    await waitFor(async () => expect((await field('Reseller')).value).toBe(reseller));
    expect((await field('Plan')).value).toBe('Large (up to 50 users)');
  });
  it('does not bring the stored plan back over another one', async () => {
    open({ planId: 'small', reseller: affiliate, resellerId: 'affiliate' });
    await choose('Plan', 'Large (up to 50 users)');
    await choose('Reseller', 'Other (Affiliate)');
    await screen.findByText(/^The reseller has changed\./);
    expect((await field('Plan')).value).toBe('Large (up to 50 users)');
  });
  it('warns when an affiliate changes on a paid plan', async () => {
    open({ planId: 'large', reseller: affiliate, resellerId: 'affiliate' });
    await choose('Reseller', 'Other (Affiliate)');
    expect(
      await screen.findByText(
        'The reseller has changed. You will need to ensure the subscription in the card payment provider is updated to reflect this change.',
      ),
    ).toBeTruthy();
  });
  it('resets to the free plan when the licensing one goes', async () => {
    open({ numberOfUsers: 3, planId: 'large', reseller: licensing, resellerId: 'licensing' });
    await clear('Reseller');
    expect(
      await screen.findByText('Removing a Licensing Reseller will reset the organization to a Free Plan.'),
    ).toBeTruthy();
    expect((await field('Plan')).value).toBe('');
  });
  it('stays when the free plan allows fewer users', async () => {
    open({ numberOfUsers: 4, planId: 'large', reseller: licensing, resellerId: 'licensing' });
    await clear('Reseller');
    expect(
      await screen.findByText(
        "Can't remove Licenser because this organization exceeds the user limit for the free plan.",
      ),
    ).toBeTruthy();
    expect((await field('Plan')).value).toBe('Large (up to 50 users)');
  });
});

describe('subdomain', () => {
  it('is checked with the server while it is typed', async () => {
    const { inputsOf } = openEditor({
      'organizations.subdomainIsValid': ({ query }: RequestInput) => query?.['subdomain'] !== 'taken',
    });
    await fill(/^Subdomain/, 'Free-One');
    expect(await screen.findByText('This subdomain is available.')).toBeTruthy();
    await fill(/^Subdomain/, 'taken');
    expect(await screen.findByText(/^This subdomain already exists/)).toBeTruthy();
    const requested = inputsOf('organizations.subdomainIsValid').map(({ query }) => query?.['subdomain']);
    expect(requested).toEqual(['free-one', 'taken']);
  });
});

describe('NPI', () => {
  it('names the other organizations that use it', async () => {
    openEditor({
      'organizations.npi': ({ query }: RequestInput) => ({
        ...query,
        isValid: true,
        organizations: [
          { id: organization().id, orgId: 1001, name: 'Aspen Grove Clinic' },
          { id: 'other', orgId: 7, name: 'Birch Clinic' },
        ],
      }),
    });
    await fill('NPI', '1234567893');
    const link = await screen.findByRole('link', { name: 'Birch Clinic' });
    expect(link.closest('[aria-live]')?.textContent).toBe('Also used by Birch Clinic.');
    expect(screen.queryByRole('link', { name: 'Aspen Grove Clinic' })).toBeNull();
  });
  it('is not asked about while its check digit is wrong', async () => {
    const { requests } = openEditor();
    await fill('NPI', '1234567890');
    fireEvent.blur(await field('NPI'));
    expect(await screen.findByText(/Enter a valid NPI/)).toBeTruthy();
    expect(requests.map(({ name }) => name)).not.toContain('organizations.npi');
  });
});
