import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import {
  BooleanInput,
  Form,
  maxLength,
  required,
  useCreatePath,
  useDataProvider,
  useLocation,
  useNavigate,
  useNotify,
  useResourceContext,
  useTranslate,
  type Validator,
} from 'react-admin';
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { isPhone, phoneText } from '../../shared/rules/phone.ts';
import { isVisible, visibleTextProblem } from '../../shared/rules/visibleText.ts';
import { FormDraft } from './FormDraft.tsx';
import { FormErrorSummary } from './FormErrorSummary.tsx';
import { UnsavedGuard } from './UnsavedChanges.tsx';
import { VersionConflictDialog, type VersionConflictDialogProps } from './VersionConflictDialog.tsx';
import { fieldId } from './fieldPaths.ts';
import type { RecordModel, StoredRecord } from './recordModel.ts';
import { fieldErrorsOf, serverMessages, subjectOf } from './serverError.ts';
import { isVersionConflict, useSavedVersion } from './versionConflict.ts';

/** Source and DOM id of an input: the links of the error summary lead to the id. */
export const inputAt = (source: string) => ({ source, id: fieldId(source) });

/** Rules of a text input, each one or several. */
export type TextRules = readonly (Validator | Validator[] | undefined)[];

/** The same of a text input with a maximum length and other rules. The browser's own maximum would cut pasted text without a word. */
export const textAt = (source: string, max: number, ...rules: TextRules) => ({
  ...inputAt(source),
  validate: [...rules.flat().filter((rule) => rule !== undefined), maxLength(max)],
  slotProps: { htmlInput: { autoComplete: 'off' } },
});

/**
 * `required` of react-admin accepts blanks and invisible characters, which the server does not. Marked as its own, so that the label has
 * the asterisk.
 */
const refuseBlank = (check: ReturnType<typeof required>) =>
  Object.assign(
    (value: unknown, values: object) => check(typeof value === 'string' && !isVisible(value) ? '' : value, values),
    { isRequired: true },
  );

/** Validator of a required text. Passwords may be blanks. */
export const notBlank = refuseBlank(required());

/** The same with a message that names the input by the label. */
export const useRequired = () => {
  const translate = useTranslate();
  return (label: string) => refuseBlank(required(translate('components.form.required', { label: translate(label) })));
};

/** Validator of a name: the rule of the contract, in a message that names the input by the label. */
export const useNameRule = () => {
  const translate = useTranslate();
  return (label: string) => [
    notBlank,
    (value: unknown) => {
      const problem = typeof value === 'string' && value.trim() !== '' ? visibleTextProblem(value) : null;
      return problem === null ? undefined : `${translate(label)} ${problem}.`;
    },
  ];
};

/** Validator of a telephone number. One that was stored before the rule stays as long as it is not changed. */
export const phoneRule = (stored: string | null | undefined) => (value: unknown) =>
  typeof value !== 'string' || value.trim() === '' || value === stored || isPhone(value.trim()) ? undefined : phoneText;

/** Text of an input, trimmed. */
export const useInputText = (source: string): string => {
  const value: unknown = useWatch({ name: source });
  return typeof value === 'string' ? value.trim() : '';
};

interface SwitchInputProps {
  source: string;
  /** Message keys of what being on and off means; they and the warning may use the values. */
  on: string;
  off: string;
  /** Message key of a warning while it is off. */
  warning?: string | false;
  values?: object;
}

/** A switch over the width of its section, with what its state means. */
export const SwitchInput = ({ source, on, off, warning = false, values }: SwitchInputProps) => {
  const translate = useTranslate();
  const isOn = useWatch<Record<string, unknown>>({ name: source }) === true;
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <BooleanInput {...inputAt(source)} helperText={translate(isOn ? on : off, values)} />
      {warning && !isOn && <Alert severity="warning">{translate(warning, values)}</Alert>}
    </Box>
  );
};

type FieldErrors = Readonly<Record<string, string>>;

/** The server names an item of a list by its index; the form has one input for the whole list. */
const inputOf = (path: string) => path.replace(/\.\d+(\..*)?$/, '');
const byInput = (errors: FieldErrors): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (const [path, text] of Object.entries(errors)) {
    const source = inputOf(path);
    const before = texts[source];
    texts[source] = before === undefined || before === text ? text : `${before} ${text}`;
  }
  return texts;
};

interface RecordFormProps<Stored extends StoredRecord, Values extends object> {
  model: RecordModel<Stored, Values>;
  /** The record of an Edit; a Create has none. */
  stored?: Stored;
  /** A new record is opened rather than its list. */
  opensWhenCreated?: boolean;
  /** Validates the values as a whole, in place of the inputs' own rules; errors nested like the values. */
  validate?: (values: Values) => object;
  /** Runs before a save; field errors stop it. */
  check?: (values: Values) => Promise<FieldErrors | undefined>;
  /** Address of the page with the input of a field; without it this page. */
  addressOf?: (source: string) => string;
  /** Runs after a save, before the page is left: shows what only the response of the save has. */
  afterSave?: (saved: Stored) => Promise<void>;
  /** For texts of values that have to be loaded. */
  conflictDialog?: ComponentType<VersionConflictDialogProps>;
  /** False while a tab without inputs is open. */
  hasInputs?: boolean;
  /** Notification of a save that is not valid; without it the fault is named. */
  invalidText?: string;
  children: ReactNode;
}

/**
 * The form of an Edit or Create: error summary with links, field errors of the server, version conflicts field by field, a guard of
 * unsaved changes. The record is read once, so a refetch never overwrites what is typed.
 */
export const RecordForm = <Stored extends StoredRecord, Values extends object>(
  props: RecordFormProps<Stored, Values>,
) => {
  const {
    model,
    opensWhenCreated = false,
    validate,
    check,
    addressOf,
    afterSave,
    conflictDialog: ConflictDialog = VersionConflictDialog,
    hasInputs = true,
    invalidText,
    children,
  } = props;
  const [stored] = useState(props.stored);
  const [isSaving, setIsSaving] = useState(false);
  const translate = useTranslate();
  const formId = useId();
  const { pathname } = useLocation();
  const resource = useResourceContext() ?? '';
  const createPath = useCreatePath();
  const provider = useDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const version = useSavedVersion<Stored, Values>(stored, {
    toForm: model.toForm,
    reload: async ({ id }) => (await provider.getOne<Stored>(resource, { id })).data,
  });
  const labelKey = (field: string) => `${resource}.fields.${field}`;
  const listPath = createPath({ resource, type: 'list' });
  const root = stored ? createPath({ resource, type: 'edit', id: stored.id }) : `${listPath}/add`;

  // Straight through the data provider: a mutation of react-admin's Edit ends unreported when the user leaves its page.
  const sendBody = async (values: Values, base: Stored | undefined): Promise<Stored> => {
    const data = (await model.toBody(values, base)) as Partial<Stored>;
    if (!base) return (await provider.create<Stored>(resource, { data: data as Stored })).data;
    const params = { id: base.id, data: { ...data, version: base.version }, previousData: base };
    return (await provider.update<Stored>(resource, params)).data;
  };

  const save = async (values: object): Promise<Record<string, string> | undefined> => {
    setIsSaving(true);
    try {
      const errors = await check?.(values as Values);
      if (errors) {
        notify(Object.values(errors).join(' '), { type: 'error' });
        return { ...errors };
      }
      const saved = await version.save(values as Values, (base) => sendBody(values as Values, base));
      notify(`${resource}.saved`, { type: 'success' });
      // Names of records appear in many lists and choices: every query is sent again when it is next used.
      void queries.invalidateQueries();
      await afterSave?.(saved);
      if (isMounted())
        navigate(!stored && opensWhenCreated ? createPath({ resource, type: 'edit', id: saved.id }) : listPath);
      return undefined;
    } catch (error) {
      if (stored && isVersionConflict(error)) {
        return { 'root.serverError': translate('records.conflict.title', { name: stored.name }) };
      }
      const text = translate(`${resource}.saveFailed`);
      const labelOf = (path: string) => translate(labelKey(inputOf(path)), { _: subjectOf(path) });
      const details = serverMessages(error, labelOf).filter((detail) => detail !== text);
      notify([text, ...details].join(' '), { type: 'error' });
      const fields = byInput(fieldErrorsOf(error));
      // A text beside its input is not repeated for the whole form.
      const others = Object.keys(fields).length > 0 ? [] : details;
      return { ...fields, 'root.serverError': others.join(' ') || text };
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <Form
      id={formId}
      // An empty record: the one of the context would add its other fields to the values.
      record={{}}
      defaultValues={stored ? model.toForm(stored) : model.empty}
      {...(validate && { validate: (values: object) => validate(values as Values) })}
      onSubmit={save}
      mode="onTouched"
      noValidate
      disableInvalidFormNotification
    >
      {/* Tabs of the form have addresses below this one. */}
      <UnsavedGuard root={root} />
      <FormDraft page={root} form={resource || 'record'} version={stored?.version} />
      <FormErrorSummary
        labelOf={labelKey}
        addressOf={addressOf ?? (() => pathname)}
        {...(invalidText !== undefined && { invalidText })}
      />
      <Paper variant="outlined">
        {/* What a user typed while a save runs would not be part of it. */}
        <Box inert={isSaving} sx={{ padding: 2 }}>
          {children}
        </Box>
        <FormActions path={listPath} hasInputs={hasInputs} />
      </Paper>
      {version.conflict && stored && (
        <ConflictDialog
          conflict={version.conflict}
          textFor={model.textFor}
          name={stored.name}
          formId={formId}
          onClose={version.closeConflict}
        />
      )}
    </Form>
  );
};

interface FormActionsProps {
  path: string;
  /** False on a tab whose entries are saved one by one; there the buttons appear only for changes on other tabs. */
  hasInputs?: boolean;
}

/** Cancel and Save Changes; nothing can be sent twice while a save is running. */
const FormActions = ({ path, hasInputs = true }: FormActionsProps) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { isSubmitting, isDirty } = useFormState();
  if (!hasInputs && !isDirty && !isSubmitting) return null;
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        display: 'flex',
        justifyContent: 'flex-end',
        gap: 1,
        padding: 2,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        zIndex: 1,
      }}
    >
      <Button onClick={() => navigate(path)} disabled={isSubmitting}>
        {translate('records.save.cancel')}
      </Button>
      <Button type="submit" variant="contained" disableElevation disabled={isSubmitting} loading={isSubmitting}>
        {translate('records.save.action')}
      </Button>
    </Box>
  );
};

/** Whether the page is still on screen: a user who left it while a save was running stays where they went. */
const useIsMounted = (): (() => boolean) => {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
};
