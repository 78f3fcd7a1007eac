import { useNotify, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { AlternateOid } from '../../../shared/contract/carequality.ts';
import { oidValueMax, oidValueProblem, oidWarning } from '../../../shared/rules/carequality.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormText } from '../../components/FormText.tsx';
import { RecordConflictNote } from '../../components/records/RecordConflictNote.tsx';
import { useFieldWords } from '../../components/records/useFieldWords.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useCqRefresh } from './useCqRefresh.ts';
import { useEditedRow } from './useEditedRow.ts';

interface OidDialogProps {
  organizationId: string;
  /** The OID to edit; without it one is added. */
  oid?: AlternateOid;
  onClose: () => void;
}

interface OidValues {
  readonly value: string | null;
}

const problems = ({ value }: OidValues) => {
  const text = oidValueProblem(value);
  return text === null ? {} : { value: text };
};

/** Adds or edits an alternate OID: a single field (spec 1 section 2). */
export const OidDialog = ({ organizationId, oid, onClose }: OidDialogProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const notify = useNotify();
  const refresh = useCqRefresh('oids');
  const words = useFieldWords({ words: 'carequality.oids' });
  const params = { id: organizationId };
  const edited = useEditedRow<AlternateOid, OidValues>(oid, {
    queryKey: ['carequality', 'oids', { params }],
    load: (signal) => provider.call('carequality', 'oids', { params }, { signal, fresh: true }),
    toForm: ({ value }) => ({ value }),
  });

  const save = async (typed: OidValues) => {
    const value = typed.value?.trim() ?? '';
    try {
      await edited.save(typed, (base) =>
        base
          ? provider.call('carequality', 'updateOid', { params, body: { id: base.id, value, version: base.version } })
          : provider.call('carequality', 'addOid', { params, body: { value } }),
      );
    } finally {
      void refresh();
    }
    notify(`carequality.oids.${oid ? 'updated' : 'added'}`, { type: 'success' });
  };

  return (
    <FormDialog
      title={translate(`carequality.oids.${oid ? 'editTitle' : 'addTitle'}`)}
      submitLabel={translate('carequality.oids.save')}
      failureText={translate(`carequality.oids.${oid ? 'updateFailed' : 'createFailed'}`)}
      defaultValues={{ value: oid?.value ?? null }}
      validate={problems}
      onSubmit={save}
      onClose={onClose}
    >
      {edited.conflict && <RecordConflictNote comparison={edited.conflict} words={words} />}
      <ValueField />
    </FormDialog>
  );
};

const ValueField = () => {
  const value: unknown = useWatch({ name: 'value' });
  const warning = oidWarning(typeof value === 'string' ? value : null);
  return (
    <FormText
      source="value"
      label="carequality.oids.fields.value"
      required
      maxLength={oidValueMax}
      helperText={<span aria-live="polite">{warning}</span>}
    />
  );
};
