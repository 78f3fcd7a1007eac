import { useLocation, useNotify } from 'react-admin';
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react';
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form';
import type { Draft } from '../../shared/contract/drafts.ts';
import { DraftContext } from '../providers/drafts.ts';

/** Names of fields that are never kept: secrets, and what proves an identity. */
const secret = /password|secret|token|credential|^code$/i;
const identity = /ssn|socialsecurity|birth/i;
const isNeverKept = (name: string) => secret.test(name) || identity.test(name);

/** As JSON, or undefined where JSON would be another value: files and dates. */
const asJson = (value: unknown): Draft['value'][string] | undefined => {
  if (value === undefined || value instanceof Blob || value instanceof Date) return undefined;
  if (Array.isArray(value) && value.some((item) => asJson(item) === undefined)) return undefined;
  // JSON.parse gives JSON alone.
  return JSON.parse(JSON.stringify(value)) as Draft['value'][string];
};

const changedFields = (values: FieldValues, dirty: object): Record<string, Draft['value'][string]> =>
  Object.fromEntries(
    Object.keys(dirty).flatMap((name) => {
      const value = isNeverKept(name) ? undefined : asJson(values[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface FormDraftProps {
  /** Path of the page; that of the tabs of a form is its own. */
  page: string;
  form: string;
  /** Version of the record that is edited. */
  version?: string | number | undefined;
}

/**
 * Inside a form: what the user has changed is kept on the server before the session ends, and is back in the form after the next sign-in of
 * the same user.
 */
export const FormDraft = ({ page, form, version }: FormDraftProps) => {
  const drafts = use(DraftContext);
  const notify = useNotify();
  const { getValues, setValue, watch } = useFormContext();
  const { dirtyFields } = useFormState();
  const dirty = useRef<object>({});
  /** The version that the fields were typed on: a draft that is back keeps its own, so that its warning is not lost at a reload. */
  const typedOn = useRef(version);
  useEffect(() => {
    dirty.current = dirtyFields;
  });
  const isDirty = Object.keys(dirtyFields).length > 0;
  const wasDirty = useRef(false);
  useEffect(() => {
    // A form that was saved may stay open: what it was saved with must not come back as unsaved.
    if (wasDirty.current && !isDirty) void drafts?.saveAll();
    wasDirty.current = isDirty;
  }, [drafts, isDirty]);
  useEffect(() => {
    if (!drafts) return undefined;
    const { unsubscribe } = watch((_values, { name }) => {
      // The record that is loaded into the form names no field.
      if (name !== undefined) drafts.changed();
    });
    return unsubscribe;
  }, [drafts, watch]);
  useEffect(() => {
    if (!drafts) return undefined;
    const place = { page, form };
    typedOn.current = version;
    const close = drafts.open(place, () => {
      const fields = changedFields(getValues(), dirty.current);
      return Object.keys(fields).length === 0 ? undefined : { fields, version: typedOn.current ?? null };
    });
    const draft = drafts.take(place);
    const isOpen = { current: true };
    // After react-admin's own effect, which sets the values of the record.
    queueMicrotask(() => {
      const fields = draft?.['fields'];
      if (!isOpen.current || !isFields(fields)) return;
      for (const [name, value] of Object.entries(fields)) setValue(name, value, { shouldDirty: true });
      const own = draft?.['version'];
      const isOutdated = version !== undefined && own !== version;
      typedOn.current = typeof own === 'string' || typeof own === 'number' ? own : undefined;
      notify(isOutdated ? 'components.draft.outdated' : 'components.draft.back', {
        type: isOutdated ? 'warning' : 'info',
      });
    });
    return () => {
      isOpen.current = false;
      close();
    };
  }, [drafts, page, form, version, getValues, setValue, notify]);
  return null;
};

/** Names the form of a dialog by its title or its button, which may hold the name of a record: the name of the form must not. */
export const formNameOf = (title: string): string => {
  let hash = 2_166_136_261;
  for (const letter of title) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return `dialog.${(hash >>> 0).toString(16)}`;
};

/** The name of the form in a dialog that its button has given it; without it the title names the form. */
export const DialogForm = createContext<string | undefined>(undefined);

/**
 * The same for inputs without a form of react-admin: their values as state, into which what was typed before the session ended comes back. `name`
 * is that of the inputs on their page; in a dialog that its button opened, the button has named them.
 */
export const useDraftValues = <Values extends object>(name: string, initial: Values) => {
  const drafts = use(DraftContext);
  const notify = useNotify();
  const { pathname: page } = useLocation();
  const form = use(DialogForm) ?? name;
  const [{ place, start }] = useState({ place: { page, form }, start: initial });
  const [values, setValues] = useState(initial);
  const shown = useRef(values);
  useEffect(() => {
    shown.current = values;
  });
  useEffect(() => {
    if (!drafts) return undefined;
    const close = drafts.open(place, () => {
      const before = new Map(Object.entries(start));
      const changed = Object.entries(shown.current).filter(([key, value]) => value !== before.get(key));
      const fields = changedFields(shown.current, Object.fromEntries(changed));
      return Object.keys(fields).length === 0 ? undefined : { fields };
    });
    const fields = drafts.take(place)?.['fields'];
    if (isFields(fields))
      queueMicrotask(() => {
        setValues((before) => ({ ...before, ...fields }));
        notify('components.draft.back', { type: 'info' });
      });
    return close;
  }, [drafts, place, start, notify]);
  const change = useCallback(
    (changes: Partial<Values>) => {
      setValues((before) => ({ ...before, ...changes }));
      drafts?.changed();
    },
    [drafts],
  );
  return [values, change] as const;
};

/**
 * Opens a dialog by itself when what was typed into it before the session ended is back. `opener` is the title of the dialog, or what is known before
 * there is a title; then the dialog is inside `DialogForm` with the name that is returned. Without `open` it cannot be opened now.
 */
export const useReopened = (opener: string, open: (() => void) | undefined): string => {
  const drafts = use(DraftContext);
  const { pathname: page } = useLocation();
  const form = formNameOf(opener);
  useEffect(() => {
    if (open && drafts?.reopens({ page, form })) open();
  }, [drafts, page, form, open]);
  return form;
};

/** A dialog with a secret among its fields keeps none of them: another field may repeat it. */
export const mayKeep = (values: object): boolean => !Object.keys(values).some((name) => secret.test(name));
