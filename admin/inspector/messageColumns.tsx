import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { messageTypes } from '../../shared/rules/exchange.ts';
import { displayAddress } from '../../shared/rules/fax.ts';
import { messageStatusOf } from '../../shared/rules/message.ts';
import { BreakableText } from '../components/BreakableText.tsx';
import type { GridColumn } from '../components/ColumnHeading.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import { type ColumnName, columnNames, filterKinds, filterOptions } from './messageFilters.ts';

/** A message as its OData set has it, without its content; the key comes back as `id`. */
export interface MessageRow {
  readonly id: number;
  readonly TenantId: string;
  readonly OrganizationName: string;
  readonly Sender: string;
  readonly MailTo: string;
  readonly Origin: string;
  readonly Channel: string;
  readonly WorkflowId: string;
  readonly WorkflowType: string;
  readonly Status: number;
  readonly IsDraft: boolean;
  readonly CreatedDate: string;
  readonly SystemReceivedDate: string | null;
  readonly Type: number;
  readonly HispMessageId: string;
  readonly Size: number;
  readonly AttachmentCount: number;
}

/** The page of a message; `search` is the address of the list it was opened from. */
export const messageAddress = (id: number, search = '', tab = ''): string =>
  `/admin/messages/${id}${tab === '' ? '' : `/${tab}`}${search}`;

const statusText = ({ Status, IsDraft }: MessageRow): string => messageStatusOf(Status, IsDraft);

const typeKey = ({ Type }: MessageRow): string => {
  if (Type === messageTypes.intake) return 'inspector.types.intake';
  return Type === messageTypes.release ? 'inspector.types.release' : 'inspector.types.unknown';
};

const MessageType = ({ row }: { row: MessageRow }) => useTranslate()(typeKey(row));

/** A text that a narrow column cuts off; whole under the pointer. */
const TitledText = ({ text }: { text: string }) => (
  <span title={text}>
    <BreakableText text={text} />
  </span>
);

const MessageLink = ({ id }: { id: number }) => (
  <Link component={LinkBase} to={messageAddress(id, useLocation().search)} color="inherit">
    {id}
  </Link>
);

const recipients = ({ MailTo }: MessageRow): string => MailTo.split('; ').map(displayAddress).join('; ');

const renders: Readonly<Record<ColumnName, GridColumn<MessageRow>['render']>> = {
  MailMessageId: ({ id }) => <MessageLink id={id} />,
  Sender: ({ Sender }) => <TitledText text={displayAddress(Sender)} />,
  MailTo: (row) => <TitledText text={recipients(row)} />,
  Origin: ({ Origin }) => Origin,
  Channel: ({ Channel }) => Channel,
  OrganizationName: ({ OrganizationName }) => <TitledText text={OrganizationName} />,
  Status: (row) => <StatusChip status={statusText(row)} />,
  Type: (row) => <MessageType row={row} />,
  CreatedDate: ({ CreatedDate }) => <DateTime value={CreatedDate} />,
  SystemReceivedDate: ({ SystemReceivedDate }) => SystemReceivedDate && <DateTime value={SystemReceivedDate} />,
};

const cellText = (name: ColumnName): GridColumn<MessageRow>['text'] => {
  if (name === 'MailMessageId') return ({ id }) => String(id);
  if (name === 'Status') return statusText;
  if (name === 'Type') return (row, translate) => translate(typeKey(row));
  return (row) => row[name] ?? '';
};

/** Columns of the grid (spec 1 section 2). */
export const messageColumns: readonly GridColumn<MessageRow>[] = columnNames.map((name) => ({
  source: name,
  label: `inspector.fields.${name}`,
  filter: { name, kind: filterKinds[name], ...(filterOptions[name] && { options: filterOptions[name] }) },
  text: cellText(name),
  render: renders[name],
}));
