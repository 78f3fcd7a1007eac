import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/Edit';
import Star from '@mui/icons-material/Star';
import StarBorder from '@mui/icons-material/StarBorder';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { AlternateOid } from '../../../shared/contract/carequality.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { RecordTable } from '../../components/RecordTable.tsx';
import { StateChip } from '../../components/StateChip.tsx';
import { useAnswer } from '../../providers/useAnswer.ts';
import { CqSection } from './CqSection.tsx';
import { DeleteOidDialog } from './DeleteOidDialog.tsx';
import { OidDialog } from './OidDialog.tsx';
import { RowButton } from './RowButton.tsx';
import { useOidDefault } from './useOidDefault.ts';

type Opened = { readonly deed: 'add' } | { readonly deed: 'edit' | 'delete'; readonly oidId: string } | null;

/** By value, so that no row jumps when it becomes the default. */
const inOrder = (items: readonly AlternateOid[]) =>
  items.toSorted((one, other) => one.value.localeCompare(other.value, 'en', { numeric: true }));

/** Alternate requester OIDs of the organization (spec 1 section 2). */
export const AlternateOids = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useAnswer('carequality', 'oids', { params: { id } });
  const [opened, setOpened] = useState<Opened>(null);
  const items = error ? undefined : data?.items;
  const oid = items?.find((item) => opened !== null && opened.deed !== 'add' && item.id === opened.oidId);
  const close = () => setOpened(null);
  return (
    <CqSection
      title={translate('carequality.oids.title')}
      actions={
        items !== undefined &&
        items.length > 0 && (
          <Button size="small" startIcon={<Add />} onClick={() => setOpened({ deed: 'add' })}>
            {translate('carequality.oids.add')}
          </Button>
        )
      }
    >
      {isPending && <LoadingRows rows={3} />}
      {error && (
        <ErrorState error={error} title={translate('carequality.oids.failed')} onRetry={() => void refetch()} />
      )}
      {items?.length === 0 && (
        <EmptyState
          text={translate('carequality.oids.none')}
          action={
            <Link component="button" type="button" onClick={() => setOpened({ deed: 'add' })}>
              {translate('carequality.oids.add')}
            </Link>
          }
        />
      )}
      {items !== undefined && items.length > 0 && <OidTable id={id} items={items} onOpen={setOpened} />}
      {opened?.deed === 'add' && <OidDialog organizationId={id} onClose={close} />}
      {opened?.deed === 'edit' && oid && <OidDialog organizationId={id} oid={oid} onClose={close} />}
      {opened?.deed === 'delete' && oid && <DeleteOidDialog oid={oid} onClose={close} />}
    </CqSection>
  );
};

interface OidTableProps {
  id: string;
  items: readonly AlternateOid[];
  onOpen: (opened: Opened) => void;
}

const OidTable = ({ id, items, onOpen }: OidTableProps) => {
  const translate = useTranslate();
  const { toggle, working } = useOidDefault(id);
  const actions = (oid: AlternateOid) => <OidActions oid={oid} working={working} onToggle={toggle} onOpen={onOpen} />;
  return (
    <RecordTable
      label="carequality.oids.title"
      rows={inOrder(items)}
      rowId={(oid) => oid.id}
      columns={[
        {
          name: 'value',
          label: 'carequality.oids.fields.value',
          render: (oid) => (
            <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.5 }}>
              {oid.value}
              {oid.isDefault && <StateChip icon={Star} tone="good" label={translate('carequality.oids.isDefault')} />}
            </Box>
          ),
        },
      ]}
      actions={actions}
    />
  );
};

interface OidActionsProps {
  oid: AlternateOid;
  working: boolean;
  onToggle: (oid: AlternateOid) => Promise<void>;
  onOpen: (opened: Opened) => void;
}

const OidActions = ({ oid, working, onToggle, onOpen }: OidActionsProps) => {
  const translate = useTranslate();
  const label = (name: string) => translate(`carequality.oids.${name}`, { value: oid.value });
  return (
    <>
      <RowButton
        icon={oid.isDefault ? Star : StarBorder}
        label={label(oid.isDefault ? 'unsetDefault' : 'makeDefault')}
        disabled={working}
        onClick={() => void onToggle(oid)}
      />
      <RowButton icon={Edit} label={label('edit')} onClick={() => onOpen({ deed: 'edit', oidId: oid.id })} />
      <RowButton icon={Delete} label={label('delete')} onClick={() => onOpen({ deed: 'delete', oidId: oid.id })} />
    </>
  );
};
