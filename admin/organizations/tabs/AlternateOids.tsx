import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/Edit';
import Star from '@mui/icons-material/Star';
import StarBorder from '@mui/icons-material/StarBorder';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { DataTable, ListContextProvider, TextInput, useListContext, useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { AlternateOid } from '../../../shared/contract/carequality.ts';
import { oidValueMax, oidValueProblem, oidWarning } from '../../../shared/rules/carequality.ts';
import { ActionDialog, DialogButton } from '../../components/actions.tsx';
import { EditDialog } from '../../components/EditDialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Section } from '../../components/FormSection.tsx';
import { LabelButton } from '../../components/LabelButton.tsx';
import { actionsColumn } from '../../components/ListTable.tsx';
import { textAt, useInputText } from '../../components/RecordForm.tsx';
import { RelatedList, RelatedTable } from '../../components/RelatedList.tsx';
import { useFieldLabels } from '../../components/VersionConflictDialog.tsx';
import { failureText } from '../../components/serverError.ts';
import { StateChip } from '../../components/StateChip.tsx';
import { useAppDataProvider } from '../../providers/dataProvider.ts';

const label = (name: string) => `carequality.oids.${name}`;

/** Alternate requester OIDs of the organization (spec 1 section 2). */
export const AlternateOids = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const [isAdding, setIsAdding] = useState(false);
  const add = () => setIsAdding(true);
  return (
    <>
      <RelatedList
        reference="oids"
        perPage={1000}
        renderFrame={(rows) => (
          <Section title={label('title')} actions={<AddButton onAdd={add} />}>
            {rows}
          </Section>
        )}
        failedText={translate(label('failed'))}
        empty={
          <EmptyState
            text={label('none')}
            action={
              <Link component="button" type="button" onClick={add}>
                {translate(label('add'))}
              </Link>
            }
          />
        }
      >
        <OidTable id={id} />
      </RelatedList>
      {isAdding && <OidDialog organizationId={id} onClose={() => setIsAdding(false)} />}
    </>
  );
};

/** An empty list has its own. */
const AddButton = ({ onAdd }: { onAdd: () => void }) => {
  const translate = useTranslate();
  const { total = 0, error } = useListContext();
  if (error || total === 0) return null;
  return (
    <Button size="small" startIcon={<Add />} onClick={onAdd}>
      {translate(label('add'))}
    </Button>
  );
};

const byValue = (one: AlternateOid, other: AlternateOid) =>
  one.value.localeCompare(other.value, 'en', { numeric: true });

const OidTable = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const list = useListContext<AlternateOid>();
  const { isPending, variables, mutate } = useMutation({
    mutationFn: ({ id: oidId, isDefault, version }: AlternateOid) =>
      provider.carequality.updateOid({
        params: { id },
        body: { id: oidId, isDefault: !isDefault, version },
      }),
    onSuccess: () => notify(label('updated'), { type: 'success' }),
    onError: (error) => notify(failureText(translate(label('updateFailed')), error), { type: 'error' }),
    onSettled: () => list.refetch(),
  });
  // The flag changes in place while the call runs and goes back when it fails (spec 1 section 4); at most one OID is the default.
  const flipped = (oid: AlternateOid): AlternateOid => {
    if (!isPending) return oid;
    return { ...oid, isDefault: oid.id === variables.id ? !variables.isDefault : oid.isDefault && variables.isDefault };
  };
  // By value: no row moves when it becomes the default.
  const data = (list.data ?? []).map(flipped).toSorted(byValue);
  return (
    <ListContextProvider value={{ ...list, data } as typeof list}>
      <RelatedTable label={label('title')}>
        <DataTable.Col<AlternateOid>
          source="value"
          label={label('fields.value')}
          render={({ value, isDefault }) => (
            <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.5 }}>
              {value}
              {isDefault && <StateChip icon={Star} severity="good" label={label('isDefault')} />}
            </Box>
          )}
        />
        <DataTable.Col<AlternateOid>
          source={actionsColumn}
          label="components.table.actions"
          render={(oid) => (
            <OidActions organizationId={id} oid={oid} isToggling={isPending} onToggle={() => mutate(oid)} />
          )}
        />
      </RelatedTable>
    </ListContextProvider>
  );
};

interface OidActionsProps {
  organizationId: string;
  oid: AlternateOid;
  isToggling: boolean;
  onToggle: () => void;
}

const OidActions = ({ organizationId, oid, isToggling, onToggle }: OidActionsProps) => {
  const translate = useTranslate();
  const { id: oidId, value, isDefault, version } = oid;
  const text = (name: string) => translate(label(name), { value });
  return (
    <>
      <LabelButton
        icon={isDefault ? Star : StarBorder}
        label={text(isDefault ? 'unsetDefault' : 'makeDefault')}
        disabled={isToggling}
        onClick={onToggle}
      />
      <DialogButton
        icon={Edit}
        label={text('edit')}
        renderDialog={(close) => <OidDialog organizationId={organizationId} oid={oid} onClose={close} />}
      />
      <DialogButton
        icon={Delete}
        label={text('delete')}
        renderDialog={(close) => (
          <ActionDialog
            texts={label('delete')}
            values={{ value }}
            // An OID that another user changed in the meantime is not deleted.
            send={({ carequality }) =>
              carequality.deleteOid({ params: { id: organizationId, oidId } }, { ifMatch: version })
            }
            done={label('deleted')}
            failed={label('deleteFailed')}
            changes={['oids']}
            onClose={close}
          >
            {isDefault && <Typography>{text('deleteDefault')}</Typography>}
          </ActionDialog>
        )}
      />
    </>
  );
};

interface OidDialogProps {
  organizationId: string;
  /** The OID to edit; without it one is added. */
  oid?: AlternateOid;
  onClose: () => void;
}

interface OidValues {
  readonly value: string | null;
}

/** Adds or edits an alternate OID: a single field (spec 1 section 2). */
const OidDialog = ({ organizationId, oid, onClose }: OidDialogProps) => {
  const params = { id: organizationId };
  const defaultValues: OidValues = { value: oid?.value ?? null };
  return (
    <EditDialog
      title={label(oid ? 'editTitle' : 'addTitle')}
      submitLabel={label('save')}
      failureText={label(oid ? 'updateFailed' : 'createFailed')}
      defaultValues={defaultValues}
      stored={oid}
      load={({ carequality }) => carequality.oids({ params }, { fresh: true })}
      toForm={({ value }): OidValues => ({ value })}
      labels={useFieldLabels({ prefix: 'carequality.oids' })}
      send={({ carequality }, values, base): Promise<unknown> => {
        const value = values.value?.trim() ?? '';
        return base
          ? carequality.updateOid({ params, body: { id: base.id, value, version: base.version } })
          : carequality.addOid({ params, body: { value } });
      }}
      done={label(oid ? 'updated' : 'added')}
      changes={['oids']}
      onClose={onClose}
    >
      <ValueInput />
    </EditDialog>
  );
};

const validateValue = (value: unknown) => oidValueProblem(typeof value === 'string' ? value : null) ?? undefined;

const ValueInput = () => {
  const warning = oidWarning(useInputText('value'));
  return (
    <TextInput
      {...textAt('value', oidValueMax, validateValue)}
      label={label('fields.value')}
      required
      helperText={<span aria-live="polite">{warning}</span>}
    />
  );
};
