import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Responses } from '../../support/contractApi.ts';
import {
  attachmentRow,
  failedWorkflow,
  message,
  messageSet,
  openInspector,
  record,
  setOf,
  step,
} from './inspectorFixture.tsx';

afterEach(cleanup);

const open = (responses: Responses = {}, at = '/admin/messages/100001') =>
  openInspector({
    at,
    responses: {
      'inspector.mailMessage': messageSet([message()]).value[0],
      'inspector.mailMessages': messageSet([]),
      'inspector.messageAttachments': setOf('MailAttachmentId', [attachmentRow]),
      ...responses,
    },
  });

const attachments = () =>
  open(
    {
      'messages.get': record(),
      'attachments.get': { bytes: new TextEncoder().encode('x'), mediaType: 'text/plain', name: 'x' },
    },
    '/admin/messages/100001/attachments',
  );

describe('a preview', () => {
  it('that was asked for before the reason opens with it, takes the focus and gives it back', async () => {
    attachments();
    fireEvent.click(await screen.findByRole('button', { name: 'Preview: document-1.xml' }));
    const dialog = screen.getByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Case 4711' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Show content' }));
    const title = await screen.findByRole('heading', { name: 'Preview of discharge-of-somebody.xml', hidden: true });
    await waitFor(() => expect(document.activeElement).toBe(title));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Close preview' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Preview: discharge-of-somebody.xml' }));
  });

  it('does not open by itself when the question for the reason was left', async () => {
    attachments();
    fireEvent.click(await screen.findByRole('button', { name: 'Preview: document-1.xml' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Show content' }));
    const dialog = screen.getByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Case 4711' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Show content' }));
    expect(await screen.findByText('discharge-of-somebody.xml')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: /^Preview of/, hidden: true })).toBeNull();
  });
});

describe('a step that is retried', () => {
  it('takes its button away and leaves the focus with the actions of the message', async () => {
    const retrying = failedWorkflow({
      status: 'Retrying',
      steps: [step(), step({ stepName: 'Deliver', status: 'Retry' })],
    });
    let now = failedWorkflow();
    open({
      'inspector.workflow': () => now,
      'inspector.retryStep': () => {
        now = retrying;
        return retrying;
      },
    });
    const button = await screen.findByRole('button', { name: 'Retry failed step' });
    button.focus();
    fireEvent.click(button);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry failed step' })).toBeNull());
    const actions = screen.getByRole('group', { name: /100001/, hidden: true });
    await waitFor(() => expect(document.activeElement).toBe(actions));
  });
});
