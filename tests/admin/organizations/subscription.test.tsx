import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { SubscriptionPanel } from '../../../admin/organizations/subscription/SubscriptionPanel.tsx';
import type { PlanChoice, Subscription, SubscriptionChange } from '../../../shared/contract/subscriptionplans.ts';
import { freePlan, planDifference, planProblem, type PricedPlan } from '../../../shared/rules/subscription.ts';
import { pageOf, type Responses } from '../../support/contractApi.ts';
import { renderAt } from '../components/renderAt.tsx';

afterEach(cleanup);

const organizationId = '018f0000-0000-7000-8000-0000000000c1';
const small: PricedPlan = {
  id: '018f0000-0000-7000-8000-0000000000d1',
  name: 'Small Practice',
  tierCode: 'SMALL',
  allowedUsers: 10,
  monthlyPriceCents: 4900,
  features: ['forward', 'reply'],
};
const group: PricedPlan = {
  id: '018f0000-0000-7000-8000-0000000000d2',
  name: 'Group Practice',
  tierCode: 'GROUP',
  allowedUsers: 25,
  monthlyPriceCents: 11_900,
  features: ['forward', 'triage'],
};
const taker = { numberOfUsers: 8, isLicensed: false, isPlatformAdministrator: true };
const choice = (plan: PricedPlan): PlanChoice => {
  const isCurrent = plan === small;
  const problem = isCurrent ? null : planProblem(plan, taker);
  const difference = planDifference(small, plan);
  const features = [...plan.features];
  return { ...plan, features, isCurrent, isAvailable: problem === null, unavailableReason: problem, difference };
};
const subscription = (change: Partial<Subscription> = {}): Subscription => ({
  organizationId,
  organizationName: 'Aspen Grove',
  numberOfUsers: 8,
  memberCount: 8,
  planId: small.id,
  planName: small.name,
  monthlyPriceCents: small.monthlyPriceCents,
  status: 'Active',
  cancelAt: null,
  canceledAt: null,
  cancelReason: null,
  billing: 'Other',
  resellerName: null,
  canCancel: change.status === undefined,
  reference: null,
  checkout: null,
  version: 6,
  items: [freePlan, small, group].map(choice),
  ...change,
});
const entry: SubscriptionChange = {
  id: 4,
  at: '2026-03-04T10:00:00Z',
  actorName: 'Pat Rivers',
  action: 'Canceled',
  fromPlan: 'Small Practice',
  fromPriceCents: 4900,
  toPlan: 'Small Practice',
  toPriceCents: 4900,
  cancelAt: '2026-04-04T10:00:00Z',
  reason: 'Closing',
};
const open = (responses: Responses = {}) =>
  renderAt({
    routes: { '/here': <SubscriptionPanel organizationId={organizationId} /> },
    at: '/here',
    responses: {
      'subscriptionplans.subscriptions': subscription(),
      'subscriptionplans.history': pageOf(),
      ...responses,
    },
  });
const card = async (name: string) => within(await screen.findByRole('listitem', { name }));
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('subscription of an organization', () => {
  it('shows the plans side by side with what changes', async () => {
    open();
    expect((await card('Small Practice')).getByText('Current plan')).toBeTruthy();
    const next = await card('Group Practice');
    expect(next.getByText('$119.00 a month')).toBeTruthy();
    expect(
      next.getByText('$70.00 more a month. 15 more users. Adds: Triage. Removes: Reply to messages.'),
    ).toBeTruthy();
    const free = await card('Free Plan');
    expect(free.getByText('This plan allows fewer users than the organization has.')).toBeTruthy();
    expect(free.queryByRole('button')).toBeNull();
    expect(await screen.findByText('No changes yet')).toBeTruthy();
  });

  it('confirms an upgrade with the difference and sends the version that was shown', async () => {
    const { lastInput } = open({ 'subscriptionplans.change': subscription({ planId: group.id }) });
    await press('Choose Group Practice');
    const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade Subscription Plan' }));
    expect(dialog.getByText('Aspen Grove changes from Small Practice to Group Practice.')).toBeTruthy();
    expect(dialog.getByText('15 more users.')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Upgrade' }));
    expect(await screen.findByText('The subscription was changed successfully.')).toBeTruthy();
    expect(lastInput('subscriptionplans.change')).toEqual({
      query: { organizationId, planId: group.id },
      ifMatch: 6,
    });
  });

  it('keeps the dialog open with the reason of a refusal', async () => {
    const refused = new HttpError('The payment provider refused the change: Card was declined', 409, {
      code: 'E-PAYMENT-REFUSED',
      message: 'The payment provider refused the change: Card was declined',
    });
    open({ 'subscriptionplans.change': refused });
    await press('Choose Group Practice');
    await press('Upgrade');
    expect(await screen.findByText(/There was an error changing the subscription\. .*Card was declined/)).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('cancels with a reason only', async () => {
    const { lastInput, inputsOf } = open({ 'subscriptionplans.cancel': subscription({ status: 'Canceling' }) });
    await press('Cancel subscription');
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the subscription of Aspen Grove' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect(await dialog.findByText('Enter a reason.')).toBeTruthy();
    expect(inputsOf('subscriptionplans.cancel')).toEqual([]);
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Closing' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    await waitFor(() => expect(inputsOf('subscriptionplans.cancel')).toHaveLength(1));
    expect(lastInput('subscriptionplans.cancel')).toMatchObject({
      query: { organizationId },
      body: { cancelReason: 'Closing' },
    });
  });

  it('that is canceled is reactivated with any plan that fits, the present one too', async () => {
    const canceled = subscription({
      status: 'Canceling',
      cancelAt: '2026-04-04T10:00:00Z',
      canceledAt: '2026-03-04T10:00:00Z',
      cancelReason: 'Merged with Lakeside',
    });
    const { lastInput } = open({
      'subscriptionplans.subscriptions': canceled,
      'subscriptionplans.reactivate': subscription(),
      'subscriptionplans.history': pageOf(entry),
    });
    expect(await screen.findByText(/Choose a plan to reactivate it before it ends/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
    expect(screen.getByText('Merged with Lakeside')).toBeTruthy();
    expect(await screen.findByText('Closing')).toBeTruthy();
    await press('Reactivate with Small Practice');
    await press('Reactivate');
    expect(await screen.findByText('Organization successfully reactivated.')).toBeTruthy();
    expect(lastInput('subscriptionplans.reactivate')).toMatchObject({ body: { planId: small.id } });
  });

  it('leads to the page where a plan is paid, and looks for the payment', async () => {
    const checkout = {
      planId: group.id,
      planName: group.name,
      url: 'https://pay.example/session/1',
      expiresAt: '2999-01-01T00:00:00Z',
    };
    const { lastInput } = open({
      'subscriptionplans.subscriptions': subscription({ checkout }),
      'subscriptionplans.change': subscription({ checkout }),
    });
    const link = await screen.findByRole('link', { name: 'Pay at the payment provider' });
    expect(link.getAttribute('href')).toBe('https://pay.example/session/1');
    await press('I have paid');
    expect(await screen.findByText('The payment was checked.')).toBeTruthy();
    expect(lastInput('subscriptionplans.change')).toEqual({ query: { organizationId, planId: group.id } });
  });

  it('shows the card as the provider has it; without a response of the provider the rest stays', async () => {
    let fails = true;
    open({
      'subscriptionplans.subscriptions': subscription({ billing: 'Card', reference: 'sub1' }),
      'subscriptionplans.fastspring': () =>
        fails
          ? new HttpError('The payment provider did not respond.', 503, {})
          : {
              id: 'sub1',
              organizationId,
              organizationName: 'Aspen Grove',
              state: 'overdue',
              product: 'small',
              currency: 'USD',
              priceCents: 4900,
              nextChargeAt: '2026-05-01T00:00:00Z',
              endsAt: null,
              manageUrl: 'https://pay.example/account/1',
            },
    });
    expect(await screen.findByText('The subscription at the payment provider could not be loaded.')).toBeTruthy();
    expect(await card('Group Practice')).toBeTruthy();
    fails = false;
    await press('Retry');
    expect(await screen.findByText('Payment overdue')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open at the payment provider' });
    expect(link.getAttribute('href')).toBe('https://pay.example/account/1');
  });
});
