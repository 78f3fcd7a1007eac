import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import { connections } from '../../../admin/connections/index.ts';
import type { Connection } from '../../../shared/contract/connections.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openResource, press, save } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '019ab600-0000-7000-8000-0000000000c1';
const connection = (change: Partial<Connection> = {}): Connection => ({
  id,
  name: 'st-marys',
  displayName: "St. Mary's",
  organizationId: '019ab600-0000-7000-8000-0000000000c2',
  organizationName: 'Saint Mary Hospital',
  issuer: 'https://login.st-marys.example',
  clientId: 'carepost',
  hasSecret: true,
  domains: ['st-marys.example'],
  isEnabled: true,
  signInUrl: 'https://carepost.example/account/login/st-marys',
  redirectUrl: 'https://carepost.example/oidc-sso/callback',
  createdAt: '2026-02-06T11:30:00Z',
  createdBy: 'Grace Hill',
  modifiedAt: '2026-02-06T11:30:00Z',
  modifiedBy: 'Grace Hill',
  version: 3,
  ...change,
});
const responses = { 'connections.list': pageOf(connection()), 'connections.get': connection() };

it('the list shows organization, state and sign-in address', async () => {
  openResource(connections, responses);
  const row = (await screen.findByRole('link', { name: 'st-marys' })).closest('tr');
  if (!row) throw new Error('The link is in no row.');
  for (const text of ['Saint Mary Hospital', 'Enabled', '/account/login/st-marys'])
    expect(within(row).getByText(text)).toBeTruthy();
  expect(within(row).getByRole('button', { name: 'Copy the sign-in address of st-marys' })).toBeTruthy();
});

it('a change sends the secret only where one was entered, and a refusal stands at its field', async () => {
  const text = 'must be entered again, because the issuer is another one';
  const refusal = new HttpError(text, 400, { code: 'E-REQUEST-INVALID', errors: { clientSecret: text } });
  const { inputsOf } = openResource(connections, { ...responses, 'connections.update': refusal }, id);
  await fill(/^Issuer/, 'https://login.other.example');
  expect((await field(/^Client secret/)).value).toBe('');
  await save();
  expect(await screen.findAllByText(/must be entered again/)).not.toHaveLength(0);
  const sent = inputsOf('connections.update');
  expect(sent).toMatchObject([{ body: { issuer: 'https://login.other.example', version: 3 } }]);
  expect(JSON.stringify(sent)).not.toContain('clientSecret');
  expect((await field(/^Client secret/)).getAttribute('aria-invalid')).toBe('true');
});

it('the test shows each step in words, and can be repeated', async () => {
  let isOk = false;
  openResource(
    connections,
    {
      ...responses,
      'connections.test': () => ({
        isOk,
        steps: [
          { name: 'discovery', result: 'passed', text: 'The provider was found.' },
          { name: 'client', result: isOk ? 'passed' : 'failed', text: 'The client was looked at.' },
        ],
      }),
    },
    id,
  );
  await press('Test connection');
  const dialog = await screen.findByRole('dialog', { name: 'Test of st-marys' });
  expect(await within(dialog).findByText('People cannot sign in by this connection.')).toBeTruthy();
  expect(within(dialog).getByText('Wrong')).toBeTruthy();
  isOk = true;
  fireEvent.click(within(dialog).getByRole('button', { name: 'Test again' }));
  await waitFor(() => expect(within(dialog).queryByText('Wrong')).toBeNull());
  expect(await within(dialog).findByText(/as far as this can be found out/)).toBeTruthy();
});
