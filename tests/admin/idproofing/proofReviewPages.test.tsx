import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { idproofing } from '../../../admin/idproofing/index.ts';
import type { ProofReview } from '../../../shared/contract/idproofing.ts';
import { fill, openResource, press } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '018f0000-0000-7000-8000-0000000000b1';
const review = (change: Partial<ProofReview> = {}): ProofReview => ({
  id,
  status: 'Pending',
  organizationId: '018f0000-0000-7000-8000-0000000000b2',
  organizationName: 'Lakeside Clinic',
  userId: '018f0000-0000-7000-8000-0000000000b3',
  name: 'Ada Quill',
  userName: 'ada@clinic.example',
  fileName: 'license.txt',
  mediaType: 'image/png',
  size: 12,
  uploadedAt: '2026-02-06T11:30:00Z',
  decidedAt: null,
  decidedBy: null,
  jobTitle: null,
  phone: '603-555-0100',
  npi: '1234567893',
  address: '1 Main Street, Phoenix, AZ 85001',
  contactName: null,
  contactEmail: null,
  reason: null,
  hasDocument: true,
  ...change,
});
const document = { name: 'license.txt', mediaType: 'image/png', bytes: new TextEncoder().encode('The document') };
const open = (responses: Readonly<Record<string, unknown>> = {}, below: string = id) =>
  openResource(
    idproofing,
    {
      'idproofing.reviews': { items: [review()], totalCount: 1 },
      'idproofing.review': review(),
      'idproofing.document': document,
      ...responses,
    },
    below,
  );

describe('the queue of identity documents', () => {
  it('lists what waits for a decision, the oldest first', async () => {
    const { lastInput } = open({}, '');
    expect(await screen.findByRole('link', { name: 'Ada Quill' })).toBeTruthy();
    expect(lastInput('idproofing.reviews')).toMatchObject({ query: { status: 'Pending', sortDir: 'asc' } });
  });

  it('shows a document beside the data, and approves it after a question', async () => {
    const { inputsOf } = open({ 'idproofing.approve': review({ status: 'Approved', hasDocument: false }) });
    const data = await screen.findByRole('region', { name: 'Data of the person and the organization' });
    for (const text of ['Ada Quill', 'Lakeside Clinic', '1234567893', '1 Main Street, Phoenix, AZ 85001'])
      expect(within(data).getByText(text)).toBeTruthy();
    expect(await screen.findByText('The document')).toBeTruthy();
    await press('Approve');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('The document was approved.')).toBeTruthy();
    expect(inputsOf('idproofing.approve')).toEqual([{ params: { id } }]);
    // Every look is audited, so the document is loaded once.
    expect(inputsOf('idproofing.document')).toHaveLength(1);
  });

  it('refuses a document with a reason, and shows the text of the server where that fails', async () => {
    const { inputsOf } = open({
      'idproofing.refuse': new HttpError('Another reviewer has decided on this document.', 409),
    });
    await press('Refuse');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(inputsOf('idproofing.refuse')).toEqual([]);
    await fill(/^Reason/, 'Not readable.');
    fireEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText('Another reviewer has decided on this document.')).toBeTruthy();
    expect(inputsOf('idproofing.refuse')).toEqual([{ params: { id }, body: { reason: 'Not readable.' } }]);
  });

  it('shows that another reviewer was faster, with the typed reason, where the document is loaded again', async () => {
    for (const name of ['Refuse', 'Approve']) {
      let status: ProofReview['status'] = 'Pending';
      const refused = () => {
        status = 'Approved';
        throw new HttpError('Another reviewer has decided on this document.', 409);
      };
      open({
        'idproofing.review': () => review({ status }),
        'idproofing.refuse': refused,
        'idproofing.approve': refused,
      });
      await press(name);
      if (name === 'Refuse') await fill(/^Reason/, 'Not readable.');
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
      // The page behind the dialog is hidden from assistive technology.
      await waitFor(() => expect(screen.getAllByRole('button', { name, hidden: true })).toHaveLength(1));
      expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain('Another reviewer');
      if (name === 'Refuse') expect(screen.getByDisplayValue('Not readable.')).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      cleanup();
    }
  });

  it('takes no blanks as a reason', async () => {
    const { inputsOf } = open();
    await press('Refuse');
    await fill(/^Reason/, '   ');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(inputsOf('idproofing.refuse')).toEqual([]);
  });

  it('shows who decided and where the document is, without another decision', async () => {
    open({
      'idproofing.review': review({
        status: 'Refused',
        hasDocument: false,
        decidedBy: 'Sidney Adler',
        decidedAt: '2026-02-07T11:30:00Z',
        reason: 'Not readable.',
      }),
    });
    expect(await screen.findByText('Sidney Adler')).toBeTruthy();
    expect(screen.getByText('The document was deleted with the refusal.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull());
  });
});
