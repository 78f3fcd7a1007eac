import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import PlayArrow from '@mui/icons-material/PlayArrowOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { BooleanInput, DataTable, SelectInput, TextInput, useGetList, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import { canActivateFax, faxStatusesAfter } from '../../../shared/rules/documentSource.ts';
import { displayAddress } from '../../../shared/rules/fax.ts';
import { ActionButton, ActionDialog, DialogButton, SaveDialog, useAction } from '../../components/actions.tsx';
import { DateTimeField } from '../../components/DateTime.tsx';
import { actionsColumn } from '../../components/ListTable.tsx';
import { inputAt, textAt, useRequired } from '../../components/RecordForm.tsx';
import { RelatedTable } from '../../components/RelatedList.tsx';
import { FaxStatus, statusKey, UseField } from '../../components/sourceStates.tsx';

const activated = 1;
const label = (name: string) => `addresses.source.${name}`;

/** Resources whose records are direct addresses and fax numbers. */
export const sourceResources = ['documentsources', 'faxaccounts'];

/** Direct addresses or fax numbers of the list context, with their actions. */
export const SourceTable = ({ label: name, type }: { label: string; type: DocumentSource['type'] }) => {
  const translate = useTranslate();
  return (
    <RelatedTable label={name}>
      <DataTable.Col<DocumentSource>
        source="address"
        label={label(type === 'Fax' ? 'number' : 'address')}
        render={({ address }) => displayAddress(address)}
      />
      <DataTable.Col source="displayName" label={label('displayName')} />
      <DataTable.Col<DocumentSource>
        source="providerName"
        label={label('provider')}
        render={({ providerName }) => providerName ?? translate(label('noProvider'))}
      />
      {type === 'Fax' && (
        <DataTable.Col<DocumentSource>
          source="status"
          label={label('status')}
          render={({ status }) => <FaxStatus status={status} />}
        />
      )}
      <DataTable.Col source="isEnabled" label={label('use')} field={UseField} />
      <DataTable.Col source="createDate" label={label('created')}>
        <DateTimeField source="createDate" dateOnly />
      </DataTable.Col>
      <DataTable.Col<DocumentSource>
        source={actionsColumn}
        label="components.table.actions"
        render={(source) => <SourceActions source={source} />}
      />
    </RelatedTable>
  );
};

const SourceActions = ({ source }: { source: DocumentSource }) => {
  const translate = useTranslate();
  const name = displayAddress(source.address);
  const text = (key: string) => translate(label(key), { name });
  const params = { id: source.id };
  const options = { changes: sourceResources, isServerTextAlone: true };
  return (
    <>
      {source.status !== activated && (source.type !== 'Fax' || canActivateFax(source.status)) && (
        <ActionButton
          icon={PlayArrow}
          label={text('activate')}
          send={({ documentsources }) => documentsources.activate({ params })}
          done={label('activated')}
          failed={label('failed')}
          {...options}
        />
      )}
      {source.type === 'Fax' && <StatusMenu source={source} />}
      <DialogButton
        icon={Edit}
        label={text('edit')}
        renderDialog={(close) => <SourceEditDialog source={source} onClose={close} />}
      />
      <DialogButton
        icon={Delete}
        label={text('delete')}
        renderDialog={(close) => (
          <ActionDialog
            texts={label('delete')}
            values={{ name }}
            send={({ documentsources }) => documentsources.delete({ params })}
            done={label('deleted')}
            failed={label('deleteFailed')}
            {...options}
            onClose={close}
          />
        )}
      />
    </>
  );
};

/** Only the statuses that can follow the present one. */
const StatusMenu = ({ source: { id, address, status: present } }: { source: DocumentSource }) => {
  const translate = useTranslate();
  const { mutate } = useAction({ changes: sourceResources, isServerTextAlone: true, isFailureNotified: true });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = translate(label('setStatus'), { name: displayAddress(address) });
  const next = faxStatusesAfter(present);
  if (next.length === 0) return null;
  const choose = (status: number) => {
    setAnchor(null);
    mutate({
      send: (provider) => provider.documentsources.setFaxStatus({ params: { id }, body: { status } }),
      done: label('statusChanged'),
      failed: label('failed'),
    });
  };
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-label={name}
        title={name}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <SwapHoriz fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {next.map((status) => (
          <MenuItem key={status} onClick={() => choose(status)}>
            {translate(statusKey(status))}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

/** Name, provider and use of an address; the address itself stays (spec 3 section 7). */
const SourceEditDialog = ({ source, onClose }: { source: DocumentSource; onClose: () => void }) => {
  const translate = useTranslate();
  const { displayName, providerId, isEnabled, version } = source;
  return (
    <SaveDialog
      title={translate('addresses.direct.editTitle', { name: displayAddress(source.address) })}
      submitLabel="addresses.saved.save"
      failureText={label('failed')}
      defaultValues={{ displayName, providerId, isEnabled }}
      send={(provider, values) =>
        provider.documentsources.update({
          params: { id: source.id },
          body: { ...values, providerId: values.providerId || null, version },
        })
      }
      done={label('changed')}
      changes={sourceResources}
      onClose={onClose}
    >
      <SourceInputs type={source.type} stored={source} />
      <BooleanInput {...inputAt('isEnabled')} label={label('isEnabled')} helperText={false} />
    </SaveDialog>
  );
};

interface SourceInputsProps {
  type: DocumentSource['type'];
  stored?: Pick<DocumentSource, 'providerId' | 'providerName'>;
  hasProvider?: boolean;
}

/** Name of an address and who transports its documents (spec 1 section 9: 20 providers at a time). */
export const SourceInputs = ({ type, stored, hasProvider = true }: SourceInputsProps) => {
  const required = useRequired();
  const { data = [], isPending } = useGetList<{ id: string; name: string }>(
    'directproviders',
    { pagination: { page: 1, perPage: 20 }, filter: { type } },
    { onError: () => undefined, enabled: hasProvider },
  );
  const { providerId = null, providerName = null } = stored ?? {};
  const isListed = providerId === null || data.some(({ id }) => id === providerId);
  const choices = isListed ? data : [...data, { id: providerId, name: providerName ?? providerId }];
  return (
    <>
      <TextInput {...textAt('displayName', 255, required(label('displayName')))} label={label('displayName')} />
      {hasProvider && (
        <SelectInput
          {...inputAt('providerId')}
          margin="none"
          label={label('provider')}
          choices={choices}
          isPending={isPending}
          translateChoice={false}
        />
      )}
    </>
  );
};
