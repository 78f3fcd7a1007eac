import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { webhooks } from '../../../admin/webhooks/index.ts';
import type {
  SavedWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '../../../shared/contract/webhooks.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openResource, save } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '019ab600-0000-7000-8000-0000000000f1';
const deliveryId = '019ab600-0000-7000-8000-0000000000f2';
const webhook = (change: Partial<Webhook> = {}): Webhook => ({
  id,
  name: 'Clinic events',
  organizationId: null,
  organizationName: null,
  url: 'https://hooks.clinic.example/in',
  events: ['message.received'],
  authenticationType: 'hmac',
  userName: null,
  hasSecret: true,
  isEnabled: true,
  failingSince: null,
  disabledByFailuresAt: null,
  pendingCount: 1,
  failedCount: 2,
  createdAt: '2026-02-06T11:30:00Z',
  createdBy: 'Grace Hill',
  modifiedAt: '2026-02-06T11:30:00Z',
  modifiedBy: 'Grace Hill',
  version: 3,
  ...change,
});
const saved = (change: Partial<SavedWebhook> = {}): SavedWebhook => ({ ...webhook(), secret: null, ...change });
const delivery = (change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: deliveryId,
  webhookId: id,
  webhookName: 'Clinic events',
  eventId: '019ab600-0000-7000-8000-0000000000f3',
  eventType: 'message.received',
  sequence: 71,
  isTest: false,
  occurredAt: '2026-02-06T11:30:00Z',
  organizationId: null,
  status: 'Failed',
  attemptCount: 1,
  nextAttemptAt: null,
  completedAt: '2026-02-06T11:30:00Z',
  responseStatus: 503,
  error: 'The webhook responded with 503.',
  ...change,
});
const detail = (change: Partial<WebhookDeliveryDetail> = {}): WebhookDeliveryDetail => ({
  ...delivery(),
  body: '{"id":"event"}',
  attempts: [
    {
      number: 1,
      startedAt: '2026-02-06T11:30:00Z',
      durationMs: 12,
      requestHeaders: { 'carepost-event-id': 'event' },
      responseStatus: 503,
      responseBody: 'maintenance',
      error: 'The webhook responded with 503.',
    },
  ],
  ...change,
});
const responses = {
  'webhooks.list': pageOf(webhook(), webhook({ id: deliveryId, name: 'Other', failingSince: '2026-02-06T11:30:00Z' })),
  'webhooks.get': webhook(),
  'webhooks.events': {
    items: [
      { id: 'message.received', name: 'A message was received', isPlatformOnly: false },
      { id: 'organization.created', name: 'An organization was added', isPlatformOnly: true },
    ],
  },
  'webhooks.authenticationTypes': {
    items: [
      { id: 'none', name: 'None', secret: 'none', hasUserName: false },
      { id: 'basic', name: 'User name and password (basic)', secret: 'entered', hasUserName: true },
      { id: 'hmac', name: 'Signature (HMAC)', secret: 'generated', hasUserName: false },
    ],
  },
  'webhooks.deliveries': pageOf(delivery()),
  'webhooks.delivery': detail(),
  'organizations.list': pageOf(),
};

describe('list of webhooks', () => {
  it('shows owner, address and state of each', async () => {
    const { lastInput } = openResource(webhooks, responses, '?filter=%7B%22isFailing%22%3A%22true%22%7D');
    expect(await screen.findByText('Clinic events')).toBeTruthy();
    expect(screen.getAllByText('Platform: every organization')).toHaveLength(2);
    expect(screen.getAllByText('Failing').length).toBeGreaterThan(0);
    expect(lastInput('webhooks.list')).toMatchObject({ query: { isFailing: true, pageNumber: 1 } });
  });
  it('says what an empty list is for', async () => {
    openResource(webhooks, { ...responses, 'webhooks.list': pageOf() });
    expect(await screen.findByText(/add one to be informed of events/)).toBeTruthy();
  });
});

describe('a webhook', () => {
  it('is added with its events; the generated secret is displayed once, before the page is left', async () => {
    const opened = openResource(webhooks, { ...responses, 'webhooks.save': saved({ secret: 'whsec_shown' }) }, 'add');
    await fill(/^Name/, ' Clinic events ');
    await fill(/^Address/, 'https://hooks.clinic.example/in');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'A message was received' }));
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Signing secret' });
    expect(within(dialog).getByText('whsec_shown')).toBeTruthy();
    expect(opened.address()).toBe('/admin/webhooks/add');
    expect(opened.lastInput('webhooks.save')).toEqual({
      body: {
        organizationId: null,
        name: 'Clinic events',
        url: 'https://hooks.clinic.example/in',
        events: ['message.received'],
        authenticationType: 'hmac',
        isEnabled: true,
      },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(opened.address()).toBe(`/admin/webhooks/${id}`));
    expect(screen.queryByText('whsec_shown')).toBeNull();
  });
  it('requires a user name and a password for basic, and sends them once', async () => {
    const { lastInput, inputsOf } = openResource(webhooks, { ...responses, 'webhooks.save': saved() }, id);
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: /Authentication type/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'User name and password (basic)' }));
    await save();
    expect((await screen.findAllByText(/Required/)).length).toBeGreaterThan(0);
    expect(inputsOf('webhooks.save')).toEqual([]);
    await fill(/^User name \*$/, 'carepost');
    await fill(/^Password \*|^Password$/, 'canary');
    await save();
    await waitFor(() =>
      expect(lastInput('webhooks.save')).toMatchObject({
        body: { id, authenticationType: 'basic', userName: 'carepost', secret: 'canary', version: 3 },
      }),
    );
  });
  it('shows at the address why it is refused', async () => {
    const text = 'must be a public address: private, loopback and link-local addresses are refused';
    const refusal = new HttpError(text, 400, { code: 'E-REQUEST-INVALID', errors: { url: text } });
    openResource(webhooks, { ...responses, 'webhooks.save': refusal }, id);
    await fill(/^Address/, 'https://10.0.0.1/');
    await save();
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(await screen.findByText(`There was an error saving this webhook. Address ${text}`)).toBeTruthy();
    expect((await field(/^Address/)).getAttribute('aria-invalid')).toBe('true');
  });
  it('says since when the server has disabled it', async () => {
    const disabled = webhook({ isEnabled: false, disabledByFailuresAt: '2026-02-06T11:30:00Z' });
    openResource(webhooks, { ...responses, 'webhooks.get': disabled }, id);
    expect(await screen.findByText(/Disabled by the server on/)).toBeTruthy();
  });
});

describe('deliveries', () => {
  it('are listed with their state; a failed one shows its response and is sent again', async () => {
    const { lastInput } = openResource(
      webhooks,
      { ...responses, 'webhooks.redeliver': delivery({ status: 'Pending' }) },
      `${id}/deliveries`,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Details of delivery 71' }));
    expect(lastInput('webhooks.deliveries')).toMatchObject({ query: { webhookId: id } });
    const dialog = await screen.findByRole('dialog', { name: 'Delivery 71' });
    expect(await within(dialog).findByText('maintenance')).toBeTruthy();
    expect(within(dialog).getByText('The webhook responded with 503.')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Redeliver' }));
    expect(await screen.findByText('The delivery is sent again.')).toBeTruthy();
    expect(lastInput('webhooks.redeliver')).toEqual({ params: { id: deliveryId } });
  });
  it('of a test are followed until the receiver has responded', async () => {
    let reads = 0;
    const { inputsOf } = openResource(
      webhooks,
      {
        ...responses,
        'webhooks.test': delivery({ isTest: true, status: 'Pending' }),
        'webhooks.delivery': () =>
          detail({ isTest: true, ...(reads++ === 0 ? { status: 'Pending', attempts: [] } : { status: 'Delivered' }) }),
      },
      id,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Send test' }));
    const dialog = await screen.findByRole('dialog', { name: 'Test of Clinic events' });
    expect(await within(dialog).findByText('No attempt yet')).toBeTruthy();
    expect(await within(dialog).findByText('Delivered', {}, { timeout: 5000 })).toBeTruthy();
    expect(inputsOf('webhooks.test')).toEqual([{ params: { id } }]);
  });
});
