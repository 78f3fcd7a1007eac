import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useResourceContext, useTranslate } from 'react-admin';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { truncate } from '../../shared/rules/textDisplay.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { LabelButton } from './LabelButton.tsx';
import type { StoredRecord } from './recordModel.ts';
import {
  type Comparison,
  type FieldDifference,
  mergeRecords,
  type RecordConflict,
  type Side,
} from './versionConflict.ts';

interface FieldTexts {
  /** Prefix of the message keys of a resource, such as `plans`. */
  readonly prefix: string;
  /** Text of a value that is unclear by itself, such as -1 for unlimited; a message key or plain text. */
  readonly textFor?: ((field: string, value: unknown) => string | undefined) | undefined;
}

/** Labels of the fields of a record and texts of their values. */
export interface FieldLabels {
  readonly labelOf: (field: string) => string;
  readonly textOf: (field: string, value: unknown) => string;
}

/** Terms of many pages are cut. */
const maxCharacters = 200;

export const useFieldLabels = ({ prefix, textFor }: FieldTexts): FieldLabels => {
  const translate = useTranslate();
  const plain = (value: unknown): string => {
    if (Array.isArray(value) && value.length > 0) return value.join(', ');
    if (typeof value === 'boolean') return translate(value ? 'records.yes' : 'records.no');
    if (typeof value === 'string' || typeof value === 'number') return truncate(String(value), maxCharacters);
    return translate('records.conflict.emptyValue');
  };
  return {
    labelOf: (field) => translate(`${prefix}.fields.${field}`, { _: field }),
    textOf: (field, value) => {
      const text = textFor?.(field, value);
      return text === undefined ? plain(value) : translate(text, { _: text });
    },
  };
};

export interface VersionConflictDialogProps extends Pick<FieldTexts, 'textFor'> {
  conflict: RecordConflict<StoredRecord>;
  /** Name of the record as it was loaded. */
  name: string;
  formId: string;
  onClose: () => void;
}

/**
 * Another user saved the record since it was loaded: asks for each field whether the local or the remote value is saved, on top of the
 * remote version. Closing it changes nothing, so the next save opens it again and does not overwrite the remote version.
 */
export const VersionConflictDialog = (props: VersionConflictDialogProps) => {
  const { textFor, conflict, name, formId, onClose } = props;
  const translate = useTranslate();
  const labels = useFieldLabels({ prefix: useResourceContext() ?? '', textFor });
  const { setValue } = useFormContext();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const { conflicts, remoteOnly, remote, adopt } = conflict;
  const chooseAll = (side: Side) =>
    setChoices(Object.fromEntries(conflicts.map(({ field }) => [field, side] as const)));

  const saveAgain = () => {
    for (const difference of mergeRecords(conflict, choices))
      setValue(difference.field, difference.remote, { shouldDirty: true });
    adopt();
    onClose();
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  };
  const text = `records.conflict.${conflicts.length > 0 ? 'text' : 'textTaken'}`;

  return (
    <DialogFrame
      title={translate('records.conflict.title', { name })}
      maxWidth="md"
      actions={
        <>
          {conflicts.length > 1 && (
            <>
              <LabelButton label="records.conflict.allLocal" onClick={() => chooseAll('local')} />
              <LabelButton label="records.conflict.allRemote" onClick={() => chooseAll('remote')} />
            </>
          )}
          <LabelButton label="records.save.cancel" onClick={onClose} />
          <LabelButton
            label="records.conflict.saveAgain"
            variant="contained"
            disabled={conflicts.some(({ field }) => choices[field] === undefined)}
            onClick={saveAgain}
          />
        </>
      }
      onClose={onClose}
    >
      <DialogContentText>
        {remote.modifiedBy === undefined ? translate(text) : translate(`${text}By`, { name: remote.modifiedBy })}
      </DialogContentText>
      {conflicts.length > 0 && (
        <ConflictTable
          labels={labels}
          conflicts={conflicts}
          choices={choices}
          onChoose={(field, side) => setChoices({ ...choices, [field]: side })}
        />
      )}
      <RemoteFields text={translate('records.conflict.taken')} differences={remoteOnly} labels={labels} />
    </DialogFrame>
  );
};

interface ConflictTableProps {
  labels: FieldLabels;
  conflicts: readonly FieldDifference[];
  choices: Readonly<Record<string, Side>>;
  onChoose: (field: string, side: Side) => void;
}

/** Each field that both users changed, with the two values to choose from. */
const ConflictTable = ({ labels, conflicts, choices, onChoose }: ConflictTableProps) => {
  const translate = useTranslate();
  const { labelOf, textOf } = labels;
  const choice = (difference: FieldDifference, side: Side) => {
    const { field } = difference;
    const action = side === 'local' ? 'records.conflict.keepLocal' : 'records.conflict.takeRemote';
    return (
      <FormControlLabel
        control={
          <Radio
            size="small"
            name={`conflict-${field}`}
            checked={choices[field] === side}
            onChange={() => onChoose(field, side)}
            slotProps={{ input: { 'aria-label': translate(action, { field: labelOf(field) }) } }}
          />
        }
        label={textOf(field, difference[side])}
        sx={{ marginRight: 0 }}
      />
    );
  };
  return (
    <TableContainer sx={{ overflowWrap: 'anywhere' }}>
      <Table size="small" sx={{ '& .MuiTableCell-root': { paddingX: { xs: 0.5, sm: 1.25 } } }}>
        <TableHead>
          <TableRow>
            {['field', 'remote', 'local'].map((column) => (
              <TableCell key={column}>{translate(`records.conflict.${column}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {conflicts.map((difference) => (
            <TableRow key={difference.field}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: 'break-word' }}>
                {labelOf(difference.field)}
              </TableCell>
              {(['remote', 'local'] as const).map((side) => (
                <TableCell key={side} sx={{ overflowWrap: 'anywhere' }}>
                  {choice(difference, side)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};

interface VersionConflictNoteProps {
  /** A new object for each remote version. */
  comparison: Comparison;
  labels: FieldLabels;
}

/**
 * Inside the form of a dialog: another user saved in the meantime. Fields that only the other user changed are taken over at once; fields
 * that both changed stay local, and the remote values can be taken before the next save.
 */
export const VersionConflictNote = ({ comparison, labels }: VersionConflictNoteProps) => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const { conflicts, remoteOnly } = comparison;
  const take = (differences: readonly FieldDifference[]) => {
    for (const { field, remote } of differences) setValue(field, remote, { shouldDirty: true, shouldValidate: true });
  };
  // oxlint-disable-next-line react/exhaustive-deps -- once for each remote version
  useEffect(() => take(remoteOnly), [comparison]);
  return (
    <Alert
      severity="warning"
      action={
        conflicts.length > 0 && (
          <Button color="inherit" size="small" onClick={() => take(conflicts)}>
            {translate('records.conflict.banner.takeRemote')}
          </Button>
        )
      }
      sx={{ overflowWrap: 'anywhere' }}
    >
      <strong>{translate('records.conflict.banner.title')}</strong>
      <RemoteFields text={translate('records.conflict.taken')} differences={remoteOnly} labels={labels} />
      <RemoteFields text={translate('records.conflict.banner.both')} differences={conflicts} labels={labels} />
    </Alert>
  );
};

interface RemoteFieldsProps {
  text: string;
  differences: readonly FieldDifference[];
  labels: FieldLabels;
}

const RemoteFields = ({ text, differences, labels }: RemoteFieldsProps) =>
  differences.length > 0 && (
    <div>
      {text}
      <ul style={{ margin: 0 }}>
        {differences.map(({ field, remote }) => (
          <li key={field}>
            {labels.labelOf(field)}: {labels.textOf(field, remote)}
          </li>
        ))}
      </ul>
    </div>
  );
