import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { describe, expect, test } from 'vitest';
import { SubscriptionPage } from '../../../admin/organizations/subscription/SubscriptionPage.tsx';
import type { Subscription } from '../../../shared/contract/subscriptionplans.ts';
import { pageOf } from '../../support/contractApi.ts';
import {
  administrator,
  button,
  dialog,
  escape,
  open,
  organizationId,
  pass,
  press,
  start,
  withFalseClock,
} from './openOnboarding.tsx';

withFalseClock();

const planId = '018f0000-0000-7000-8000-0000000000a3';
const title = 'Reactivate your organization';
const organizations = [
  { id: organizationId, name: 'Aspen', subDomain: 'aspen' },
  { id: planId, name: 'Birch', subDomain: 'birch' },
];
const inUse = administrator({ orgIsActivated: true, orgIsIdProofed: true, idProofProcessStatus: 'Proofed_By_Clear' });
const canceled = { ...inUse, organizations, orgIsCancelled: true, subscriptionReference: 's1' };
const subscription = (change: Partial<Subscription> = {}): Subscription => ({
  organizationId,
  organizationName: 'Aspen',
  numberOfUsers: 4,
  memberCount: 4,
  planId,
  planName: 'Small Practice',
  monthlyPriceCents: 9900,
  status: 'Canceled',
  cancelAt: '2026-01-01T00:00:00.000Z',
  canceledAt: '2025-12-01T00:00:00.000Z',
  cancelReason: 'Closing',
  billing: 'Card',
  resellerName: null,
  canCancel: false,
  reference: 's1',
  checkout: null,
  version: 3,
  items: [
    {
      id: planId,
      name: 'Small Practice',
      tierCode: 'SMALL',
      allowedUsers: 10,
      monthlyPriceCents: 9900,
      features: [],
      isCurrent: true,
      isAvailable: true,
      unavailableReason: null,
      difference: { monthlyPriceCents: 0, users: 0, added: [], removed: [] },
    },
  ],
  ...change,
});
const active = subscription({ status: 'Active', cancelAt: null });
const refused = (code: string, status: number, message: string) =>
  new Response(JSON.stringify({ code, message, correlationId: 'c' }), {
    status,
    headers: { 'content-type': 'application/json' },
  });

describe('the reactivation', () => {
  test('opens after 500 ms with the current plan and reactivates the organization once', async () => {
    let current = subscription();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const page = start(
      canceled,
      {
        'subscriptionplans.subscriptions': () => current,
        'subscriptionplans.reactivate': async () => {
          await answered;
          return (current = active);
        },
      },
      [inUse],
    );
    await pass(450);
    expect(screen.queryByRole('dialog')).toBeNull();
    await pass(100);
    const shown = await screen.findByRole('dialog', { name: title });
    for (const text of ['Small Practice', '$99.00', '4']) expect(within(shown).getByText(text)).toBeTruthy();
    expect(within(shown).getByRole('button', { name: /Aspen/ })).toBeTruthy();
    expect(within(shown).getByRole('link', { name: 'Cancel Reactivation' }).getAttribute('href')).toBe(
      '/account/logout',
    );
    await escape(title);
    await press('Request Reactivation');
    await waitFor(() => expect(button('Requesting…').disabled).toBe(true));
    answer();
    expect(await screen.findByText('Organization successfully reactivated.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.inputsOf('subscriptionplans.reactivate')).toMatchObject([
      { query: { organizationId }, body: { planId }, ifMatch: 3 },
    ]);
  });

  test('opens after a second without the plan, and loads it again', async () => {
    let isLate = true;
    start(canceled, {
      'subscriptionplans.subscriptions': () => {
        if (isLate) throw new HttpError('The database is busy.', 503);
        return subscription();
      },
    });
    await pass(1050);
    expect(await screen.findByText('The current plan could not be loaded.')).toBeTruthy();
    expect(button('Request Reactivation').disabled).toBe(true);
    isLate = false;
    await press('Retry');
    expect(await screen.findByText('Small Practice')).toBeTruthy();
    await waitFor(() => expect(button('Request Reactivation').disabled).toBe(false));
  });

  test('leads to the payment where the plan has to be paid, and back', async () => {
    const checkout = {
      planId,
      planName: 'Small Practice',
      url: 'https://pay.example/1',
      expiresAt: '2026-02-01T00:00:00.000Z',
    };
    let current = subscription();
    let isPaid = false;
    await open(
      canceled,
      {
        'subscriptionplans.subscriptions': () => current,
        'subscriptionplans.reactivate': () => (current = isPaid ? active : subscription({ checkout })),
      },
      [inUse],
    );
    await press('Request Reactivation');
    const pay = await screen.findByRole('link', { name: 'Pay at the payment provider' });
    expect(pay.getAttribute('href')).toBe(checkout.url);
    await press('I have paid');
    expect(await screen.findByText('The payment has not arrived yet.')).toBeTruthy();
    isPaid = true;
    await waitFor(() => expect(button('I have paid').disabled).toBe(false));
    await press('I have paid');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    [
      'the card is refused',
      refused('E-PAYMENT-REFUSED', 409, 'The card was refused.'),
      /The organization could not be reactivated.*The card was refused\./,
    ],
    ['the subscription was changed', refused('E-PRECONDITION-FAILED', 412, 'Old.'), /^The subscription was changed/],
  ])('says that %s, and can be requested again', async (_what, response, text) => {
    await open(canceled, {
      'subscriptionplans.subscriptions': subscription(),
      'subscriptionplans.reactivate': () => response.clone(),
      'subscriptionplans.fastspring': { manageUrl: 'https://pay.example/manage' },
    });
    await press('Request Reactivation');
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    if (response.status === 409)
      expect((await screen.findByRole('link', { name: /^Check the card/ })).getAttribute('href')).toBe(
        'https://pay.example/manage',
      );
    await waitFor(() => expect(button('Request Reactivation').disabled).toBe(false));
  });

  test.each([
    ['was faster', 'E-SUBSCRIPTION-ACTIVE', 409],
    ['was faster with another version', 'E-VERSION-CONFLICT', 412],
  ] as const)('ends the dialog where another administrator %s', async (_what, code, status) => {
    let current = subscription();
    await open(
      canceled,
      {
        'subscriptionplans.subscriptions': () => current,
        'subscriptionplans.reactivate': () => {
          current = active;
          return refused(code, status, 'The subscription is not canceled.');
        },
      },
      [inUse],
    );
    await press('Request Reactivation');
    expect(await screen.findByText('The organization has already been reactivated.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is not possible with a plan that the organization has outgrown', async () => {
    const items = subscription().items.map((item) => ({
      ...item,
      isAvailable: false,
      unavailableReason: 'The plan allows fewer users.',
    }));
    await open(canceled, { 'subscriptionplans.subscriptions': subscription({ items }) });
    await dialog(title);
    expect(await screen.findByText('The plan allows fewer users.')).toBeTruthy();
    expect(button('Request Reactivation').disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Choose another plan' }).getAttribute('href')).toBe(
      '/account/subscription',
    );
  });

  test('on the page of the subscription ends the notice too', async () => {
    const page = await open(
      { ...canceled, subscriptionReference: null },
      { 'subscriptionplans.subscriptions': { ...active, reference: null }, 'subscriptionplans.history': pageOf() },
      [inUse],
      '/account/subscription',
      <SubscriptionPage />,
    );
    await screen.findByText('Current plan', { selector: 'h2' });
    await act(() => page.router.navigate('/account/dashboard'));
    await pass(1200);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
