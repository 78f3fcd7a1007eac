import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { displayAddress } from '../../shared/rules/fax.ts';
import type { GridColumn } from '../components/ColumnHeading.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import { type ColumnName, columnNames, filterKinds, filterOptions } from './messageFilters.ts';
import { type MessageRow, statusOf, typeKey } from './messageRow.ts';

/** The page of a message; `search` is the address of the list it was opened from. */
export const messageAddress = (id: number, search = '', tab = ''): string =>
  `/admin/messages/${id}${tab === '' ? '' : `/${tab}`}${search}`;

const MessageType = ({ type }: { type: number }) => useTranslate()(typeKey(type));

/** A text that a narrow column cuts off; whole under the pointer. */
const Whole = ({ text }: { text: string }) => <span title={text}>{text}</span>;

const MessageLink = ({ id }: { id: number }) => (
  <Link component={LinkBase} to={messageAddress(id, useLocation().search)} color="inherit">
    {id}
  </Link>
);

const recipients = ({ MailTo }: MessageRow): string => MailTo.split('; ').map(displayAddress).join('; ');

const cells: Readonly<Record<ColumnName, Pick<GridColumn<MessageRow>, 'render' | 'text'>>> = {
  MailMessageId: { render: ({ id }) => <MessageLink id={id} />, text: ({ id }) => String(id) },
  Sender: { render: ({ Sender }) => <Whole text={displayAddress(Sender)} />, text: ({ Sender }) => Sender },
  MailTo: { render: (row) => <Whole text={recipients(row)} />, text: ({ MailTo }) => MailTo },
  Origin: { render: ({ Origin }) => Origin, text: ({ Origin }) => Origin },
  Channel: { render: ({ Channel }) => Channel, text: ({ Channel }) => Channel },
  OrganizationName: {
    render: ({ OrganizationName }) => <Whole text={OrganizationName} />,
    text: ({ OrganizationName }) => OrganizationName,
  },
  Status: { render: (row) => <StatusChip status={statusOf(row)} />, text: statusOf },
  Type: {
    render: ({ Type }) => <MessageType type={Type} />,
    text: ({ Type }, translate) => translate(typeKey(Type)),
  },
  CreatedDate: {
    render: ({ CreatedDate }) => <DateTime value={CreatedDate} />,
    text: ({ CreatedDate }) => CreatedDate,
  },
  SystemReceivedDate: {
    render: ({ SystemReceivedDate }) => SystemReceivedDate && <DateTime value={SystemReceivedDate} />,
    text: ({ SystemReceivedDate }) => SystemReceivedDate ?? '',
  },
};

/** Columns of the grid (spec 1 section 2). */
export const messageColumns: readonly GridColumn<MessageRow>[] = columnNames.map((name) => ({
  source: name,
  label: `inspector.fields.${name}`,
  filter: { name, kind: filterKinds[name], ...(filterOptions[name] && { options: filterOptions[name] }) },
  ...cells[name],
}));
