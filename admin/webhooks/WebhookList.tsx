import { DataTable, SelectInput, useTranslate } from 'react-admin';
import type { Webhook } from '../../shared/contract/webhooks.ts';
import { CatalogList } from '../components/CatalogList.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { option } from '../components/list/commandArguments.ts';
import { NoMatch } from '../components/EmptyState.tsx';
import { RecordLink } from '../components/ListTable.tsx';
import { WebhookStateChip, webhookStateOf } from './webhookStates.tsx';

const filters = [
  <SelectInput
    margin="none"
    key="isEnabled"
    source="isEnabled"
    alwaysOn
    label="webhooks.fields.isEnabled"
    emptyText="webhooks.all"
    helperText={false}
    choices={[
      { id: 'true', name: 'webhooks.states.enabled' },
      { id: 'false', name: 'webhooks.states.disabled' },
    ]}
  />,
  <SelectInput
    margin="none"
    key="isFailing"
    source="isFailing"
    alwaysOn
    label="webhooks.fields.isFailing"
    emptyText="webhooks.all"
    helperText={false}
    choices={[{ id: 'true', name: 'webhooks.states.failing' }]}
  />,
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const command = catalogCommand('webhooks', ({ isEnabled, isFailing }) => [
  ...option('--enabled', textOf(isEnabled)),
  ...option('--failing', textOf(isFailing)),
]);

/** Webhooks by name; administrators of an organization see its own. */
export const WebhookList = () => {
  const translate = useTranslate();
  const ownerOf = ({ organizationName }: Webhook) => organizationName ?? translate('webhooks.platform');
  const stateOf = (webhook: Webhook) => translate(`webhooks.states.${webhookStateOf(webhook)}`);
  const columns = [
    { source: 'name' },
    { source: 'organizationName', text: ownerOf },
    { source: 'url' },
    { source: 'state', text: stateOf },
    { source: 'pendingCount' },
    { source: 'failedCount' },
  ];
  return (
    <CatalogList columns={columns} command={command} filters={filters} noMatch={<NoMatch text="webhooks.noMatch" />}>
      <DataTable.Col<Webhook> source="name" render={({ name }) => <RecordLink>{name}</RecordLink>} />
      <DataTable.Col<Webhook> source="organizationName" disableSort render={ownerOf} />
      <DataTable.Col source="url" disableSort />
      <DataTable.Col<Webhook> source="state" disableSort render={WebhookStateChip} />
      <DataTable.NumberCol source="pendingCount" disableSort />
      <DataTable.NumberCol source="failedCount" disableSort />
    </CatalogList>
  );
};
