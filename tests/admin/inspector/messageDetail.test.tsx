import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { unopenedFileProblem } from '../../../shared/rules/attachment.ts';
import { messageDisplayMax } from '../../../shared/rules/message.ts';
import type { RequestInput, Responses } from '../../support/contractApi.ts';
import {
  attachmentRow,
  failedWorkflow,
  message,
  messageSet,
  openInspector,
  record,
  setOf,
  step,
  workflowId,
} from './inspectorFixture.tsx';

afterEach(cleanup);

const failedEvent = {
  id: 1,
  Origin: 'API',
  EventType: 'Failed',
  Note: 'relay',
  CreatedDate: '2026-11-20T10:00:06.000Z',
};

const open = (responses: Responses = {}, at = '/admin/messages/100001', row = message(), attachment = attachmentRow) =>
  openInspector({
    at,
    responses: {
      'inspector.mailMessage': messageSet([row]).value[0],
      'inspector.mailMessages': messageSet([]),
      'inspector.messageAttachments': setOf('MailAttachmentId', [attachment]),
      'inspector.eventMessages': setOf('EventMessageId', [failedEvent]),
      ...responses,
    },
  });

const giveReason = (reason: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Show content' }));
  const dialog = screen.getByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: reason } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show content' }));
};

describe('the page of a message', () => {
  it('shows steps with attempts, and a timeline that is a table as well', async () => {
    open();
    const steps = await screen.findByRole('group', { name: 'Steps of MessageSendWorkflow' });
    expect(within(steps).getByText('Deliver')).toBeTruthy();
    expect(within(steps).getByText('relay-unavailable')).toBeTruthy();
    expect(within(steps).getAllByRole('button', { name: /^Retry step/ })).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    const timeline = screen.getByRole('group', { name: 'Timeline' });
    expect(within(timeline).getAllByRole('row')).toHaveLength(4);
  });

  it('says of each workflow of the lineage which message it works on, without another call', async () => {
    const link = (id: string, mailMessageId: number, relation: string) => ({
      id,
      mailMessageId,
      relation,
      type: 'MessageReceiveWorkflow' as const,
      status: 'Completed' as const,
    });
    const related = [link('r-1', 100_002, 'child'), link('r-2', 100_001, 'same message')];
    const { inputsOf } = open({ 'inspector.workflow': () => failedWorkflow({ related }) });
    const other = await screen.findByRole('link', { name: 'Message 100002' });
    expect(other.getAttribute('href')).toBe('/admin/messages/100002');
    expect(screen.getByText('of this message')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Message 100001' })).toBeNull();
    expect(inputsOf('inspector.workflow')).toHaveLength(1);
  });

  it('shows the processing of this message, not of a copy for another recipient', async () => {
    const process = (id: string, mailMessageId: number) => ({
      id,
      mailMessageId,
      relation: 'same message',
      type: 'ProcessWorkflow' as const,
      status: 'Completed' as const,
    });
    const related = [process('p-other', 100_002), process('p-own', 100_001)];
    const { inputsOf } = open(
      { 'inspector.workflow': () => failedWorkflow({ type: 'MessageReceiveWorkflow', related }) },
      '/admin/messages/100001',
      message({ Type: 1, WorkflowType: 'MessageReceiveWorkflow' }),
    );
    await waitFor(() => expect(inputsOf('inspector.workflow')).toHaveLength(2));
    expect(inputsOf('inspector.workflow')[1]).toMatchObject({ params: { id: 'p-own' } });
  });

  it('lists notifications in words, their texts cut', async () => {
    open();
    const table = await screen.findByRole('group', { name: 'Notifications' });
    expect(within(table).getByText('Webhook')).toBeTruthy();
    expect(within(table).getByText('Failed')).toBeTruthy();
    expect(within(table).getByText('340 ms')).toBeTruthy();
    expect(within(table).getByText(`${'x'.repeat(messageDisplayMax)}…`)).toBeTruthy();
  });

  it('has a Processing tab for messages that came in only', async () => {
    open();
    await screen.findByRole('tab', { name: 'Workflows' });
    expect(screen.queryByRole('tab', { name: 'Processing' })).toBeNull();
    cleanup();
    open({}, '/admin/messages/100001', message({ Type: 1 }));
    expect(await screen.findByRole('tab', { name: 'Processing' })).toBeTruthy();
  });

  it('keeps the part that is shown in the address, with the list it came from', async () => {
    const { address } = open({}, '/admin/messages/100001?Status=12');
    fireEvent.click(await screen.findByRole('tab', { name: 'Events' }));
    await waitFor(() => expect(address()).toBe('/admin/messages/100001/events?Status=12'));
    expect(await screen.findByText('relay')).toBeTruthy();
    expect(document.title).toMatch(/^Events · Message 100001 · /);
    expect(
      within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
        .getByRole('link', { name: 'Messages' })
        .getAttribute('href'),
    ).toBe('/admin/messages?Status=12');
  });

  it('keeps the rows of a tab when the next page fails, and sends the request again', async () => {
    let isDown = true;
    const event = (id: number) => ({
      id,
      Origin: 'API',
      EventType: `Event ${id}`,
      CreatedDate: '2026-11-20T10:00:06Z',
    });
    const pages = ({ query }: RequestInput) => {
      const isFirst = Number(query?.['$skip'] ?? 0) === 0;
      if (!isFirst && isDown) return new HttpError('The database is away.', 503);
      return setOf('EventMessageId', isFirst ? [1, 2, 3, 4, 5].map(event) : [event(6)], 6);
    };
    open({ 'inspector.eventMessages': pages }, '/admin/messages/100001/events');
    await screen.findByText('Event 5');
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    expect(screen.getByText('Event 5')).toBeTruthy();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Event 6')).toBeTruthy();
    expect(screen.queryByText('The database is away.')).toBeNull();
  });

  it('says that there is no such message', async () => {
    open({}, '/admin/messages/nonsense');
    expect(await screen.findByText('There is no message with this number.')).toBeTruthy();
  });
});

describe('the content of a message', () => {
  const messagesGet = { 'messages.get': () => record() };

  it('is masked until a reason of four characters is given, and the reason goes with the call', async () => {
    const { inputsOf } = open(messagesGet, '/admin/messages/100001/attachments');
    expect(await screen.findByText('document-1.xml')).toBeTruthy();
    expect(screen.queryByText('Discharge of a made-up person')).toBeNull();
    giveReason('abc');
    expect(await screen.findByText('Give a reason of at least 4 characters.')).toBeTruthy();
    expect(inputsOf('messages.get')).toHaveLength(0);
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: ' Case 4711 ' } });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Show content' }));
    expect(await screen.findByText('Discharge of a made-up person')).toBeTruthy();
    expect(screen.getByText('discharge-of-somebody.xml')).toBeTruthy();
    expect(inputsOf('messages.get')).toEqual([{ params: { id: 100_001 }, reason: 'Case 4711' }]);
  });

  it('is masked again when it is hidden, and is in no storage of the browser', async () => {
    open(messagesGet);
    await screen.findByText('Subject, text, patient and file names are hidden.');
    giveReason('Case 4711');
    await screen.findByText('Discharge of a made-up person');
    const stored = JSON.stringify([localStorage, sessionStorage].map((saved) => Object.entries(saved)));
    expect(stored).not.toContain('Discharge of a made-up person');
    // Hidden from assistive technology until the dialog of the reason has closed.
    fireEvent.click(await screen.findByRole('button', { name: 'Hide content' }));
    expect(screen.queryByText('Discharge of a made-up person')).toBeNull();
  });

  it('is masked again when somebody has left and comes back', async () => {
    const none = { 'retryjobs.list': () => ({ items: [], totalCount: 0 }) };
    const { router, inputsOf } = open({ ...messagesGet, ...none });
    await screen.findByText('Subject, text, patient and file names are hidden.');
    giveReason('Case 4711');
    await screen.findByText('Discharge of a made-up person');
    await router.navigate('/admin/messages/retries');
    await screen.findByRole('heading', { name: 'Retry jobs' });
    await router.navigate('/admin/messages/100001');
    expect(await screen.findByText('Subject, text, patient and file names are hidden.')).toBeTruthy();
    expect(inputsOf('messages.get')).toHaveLength(1);
  });

  it.each([
    [{}, ['Preview', 'Download', 'Download as PDF'], 'Available'],
    [{ MimeType: 'image/tiff', PreviewStatus: 'None' }, ['Preview', 'Download', 'Download as PDF'], 'From the file'],
    [
      { MimeType: 'application/octet-stream', PreviewStatus: 'None', Problem: unopenedFileProblem('zip') },
      ['Download'],
      unopenedFileProblem('zip'),
    ],
    [{ MimeType: 'application/octet-stream', PreviewStatus: 'None', Size: 0 }, ['Download'], 'None'],
    [
      {
        MimeType: 'application/octet-stream',
        PreviewStatus: 'None',
        Problem: 'The content is not what its name says.',
      },
      ['Preview', 'Download'],
      'From the file',
    ],
    [{ PreviewStatus: 'Failed' }, ['Preview', 'Download', 'Download as PDF'], 'No preview could be made of it.'],
  ])('of an attachment %j is offered as %j', async (fields, actions, said) => {
    open({}, '/admin/messages/100001/attachments', message(), { ...attachmentRow, ...fields } as typeof attachmentRow);
    const name = await screen.findByText('document-1.xml');
    const row = within(name.closest('tr') as HTMLElement);
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(actions);
    expect(row.getByText(said)).toBeTruthy();
  });

  it('is asked for before a preview or a download', async () => {
    open(messagesGet, '/admin/messages/100001/attachments');
    fireEvent.click(await screen.findByRole('button', { name: 'Download: document-1.xml' }));
    expect(screen.getByRole('dialog', { name: 'Show the content of message 100001' })).toBeTruthy();
  });

  it('stays masked where the server refuses, with its words', async () => {
    const refuse = () => {
      throw new HttpError('The audit trail cannot be written.', 503, { code: 'E-UNAVAILABLE', errors: {} });
    };
    open({ 'messages.get': refuse });
    await screen.findByText('Subject, text, patient and file names are hidden.');
    giveReason('Case 4711');
    expect(await screen.findByText('The audit trail cannot be written.')).toBeTruthy();
    expect(screen.getByText('The content could not be shown.')).toBeTruthy();
  });
});

describe('retrying a step', () => {
  it('retries the failed step once it is confirmed, with version and reason', async () => {
    const retried = failedWorkflow({
      status: 'Retrying',
      steps: [step(), step({ stepName: 'Deliver', status: 'Retry' })],
    });
    const { inputsOf } = open({ 'inspector.retryStep': () => retried });
    fireEvent.click(await screen.findByRole('button', { name: 'Retry failed step' }));
    const dialog = screen.getByRole('dialog', { name: 'Retry step Deliver of message 100001?' });
    const reason = within(dialog).getByLabelText<HTMLInputElement>('Reason (optional)');
    expect(reason.maxLength).toBe(-1);
    fireEvent.change(reason, { target: { value: 'r'.repeat(501) } });
    expect(within(dialog).getByText('Must be 500 characters or less')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Retry' }));
    expect(inputsOf('inspector.retryStep')).toEqual([]);
    fireEvent.change(reason, { target: { value: 'Relay is back' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('The step is being retried.')).toBeTruthy();
    expect(inputsOf('inspector.retryStep')).toEqual([
      {
        params: { id: workflowId },
        body: { id: workflowId, type: 'MessageSendWorkflow', retryStep: 'Deliver', version: 4 },
        reason: 'Relay is back',
      },
    ]);
  });

  it('warns of a second delivery and asks again before it allows one', async () => {
    let requested = 0;
    const { inputsOf } = open({
      'inspector.retryStep': () => {
        requested += 1;
        if (requested === 1)
          throw new HttpError('May have been delivered.', 409, { code: 'E-MAY-DUPLICATE', errors: {} });
        return failedWorkflow();
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Retry step Deliver' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Retry' }));
    const warning = await screen.findByRole('dialog', { name: 'This may deliver the message twice' });
    fireEvent.click(within(warning).getByRole('button', { name: 'Retry anyway' }));
    await screen.findByText('The step is being retried.');
    expect(inputsOf('inspector.retryStep')[1]).toMatchObject({ body: { allowDuplicate: true } });
  });
});

describe('sending a message on', () => {
  it('asks for recipients, form and reason, and says under which number it goes', async () => {
    const { inputsOf } = open({
      'messages.sendCopy': () => ({ mailMessageId: 100_777, workflowId, hispMessageId: 'x' }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Send on…' }));
    const dialog = screen.getByRole('dialog', { name: 'Send message 100001 on' });
    const to = within(dialog).getByRole('textbox', { name: /^Recipients/ });
    fireEvent.change(to, { target: { value: 'desk@birch.direct.example' } });
    fireEvent.keyDown(to, { key: 'Enter' });
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: /^Send attachments as/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'PDF' }));
    fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Asked for by phone' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('The message is on its way as message 100777.')).toBeTruthy();
    expect(inputsOf('messages.sendCopy')[0]).toEqual({
      params: { id: 100_001 },
      body: { to: ['desk@birch.direct.example'], attachmentsAs: 'PDF', reason: 'Asked for by phone' },
    });
  });
});
