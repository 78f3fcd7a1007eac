import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { certificates } from '../../../admin/certificates/index.ts';
import type { Certificate } from '../../../shared/contract/certificates.ts';
import { pageOf, type Responses } from '../../support/contractApi.ts';
import { openResource, press } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '019ab600-0000-7000-8000-0000000000c1';
const certificate = (change: Partial<Certificate> = {}): Certificate => ({
  id,
  host: 'login.clinic.example',
  port: 8443,
  uses: [
    { kind: 'setting', id: null, name: 'FHIR_DIRECTORY_URL' },
    { kind: 'connection', id: '019ab600-0000-7000-8000-0000000000c2', name: 'Clinic' },
    { kind: 'webhook', id: '019ab600-0000-7000-8000-0000000000c3', name: 'Lab' },
  ],
  useCount: 24,
  validFrom: '2026-01-01T00:00:00Z',
  validTo: '2026-12-06T11:30:00Z',
  daysLeft: 10,
  subject: 'CN=login.clinic.example',
  issuer: 'CN=Authority',
  problem: 'untrusted',
  problemCode: 'SELF_SIGNED_CERT_IN_CHAIN',
  checkedAt: '2026-11-26T11:30:00Z',
  ...change,
});
const open = (responses: Responses = {}) =>
  openResource(certificates, { 'certificates.list': pageOf(certificate()), ...responses });

it('the list shows state and days left, and links what calls the host', async () => {
  const { inputsOf } = open();
  const row = (await screen.findByText('login.clinic.example:8443')).closest('tr');
  if (!row) throw new Error('The host is in no row.');
  const cells = within(row);
  expect(cells.getByText('Not trusted (SELF_SIGNED_CERT_IN_CHAIN)')).toBeTruthy();
  expect(cells.getByText('10')).toBeTruthy();
  expect(row.textContent).toContain('FHIR_DIRECTORY_URL, Clinic, Lab and 21 more');
  const hrefOf = (name: string) => cells.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Clinic')).toBe('/admin/connections/019ab600-0000-7000-8000-0000000000c2');
  expect(hrefOf('Lab')).toBe('/admin/webhooks/019ab600-0000-7000-8000-0000000000c3');
  expect(inputsOf('certificates.list')[0]).toMatchObject({ query: { sort: 'validTo', sortDir: 'asc' } });
});

it('one or all are checked at once, and the list is loaded again', async () => {
  let checked = certificate({ checkedAt: null, problem: null });
  const requestedAt = '2026-11-26T12:00:00.000Z';
  const { inputsOf } = open({
    'certificates.list': () => pageOf(checked),
    'certificates.check': () => (checked = certificate({ problem: null, problemCode: null })),
    'certificates.checkAll': () => {
      checked = certificate({ problem: 'timeout', problemCode: null, checkedAt: requestedAt });
      return { requestedAt, hostCount: 1 };
    },
  });
  expect(await screen.findByText('Not checked yet')).toBeTruthy();
  await press('Check the certificate of login.clinic.example now');
  expect(await screen.findByText('Valid')).toBeTruthy();
  expect(inputsOf('certificates.check')).toMatchObject([{ params: { id } }]);
  await press('Check all now');
  expect(await screen.findByText('No response in time')).toBeTruthy();
});

it('an empty list says what appears there', async () => {
  open({ 'certificates.list': { items: [], totalCount: 0 } });
  expect(await screen.findByText(/calls no host over TLS yet/)).toBeTruthy();
});
