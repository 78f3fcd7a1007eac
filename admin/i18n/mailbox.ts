/** Texts of the mailbox of the demo. */
export const mailboxMessages = {
  title: 'Mailbox',
  intro:
    'E-mails of this installation. Without a mail server they are captured here instead of being sent; the mailbox exists only with demo data.',
  none: 'No mail yet. Activate an organization with its activation e-mail to see one.',
  fields: { createdAt: 'Written', recipient: 'To', subject: 'Subject', status: 'Status' },
  show: 'Show text: %{subject}',
  hide: 'Hide text: %{subject}',
  sentAt: 'Sent',
  statuses: { Pending: 'Waiting', Sent: 'Sent', Failed: 'Failed', Captured: 'Captured' },
};
