import Close from '@mui/icons-material/Close';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { InputHelperText, useInput, useTranslate } from 'react-admin';
import { type ReactNode, type Ref, useState } from 'react';
import { fieldId } from './fieldPaths.ts';

export interface TagsBoxProps {
  label: string;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Validation error of a tag, which stays in the list, marked. */
  problemOf?: ((tag: string) => string | null) | undefined;
  transform?: ((text: string) => string) | undefined;
  /** No tag has a blank, comma or semicolon inside, so that each of them ends one, typed or pasted. */
  splitsAtSpaces?: boolean | undefined;
  helperText?: ReactNode;
  error?: boolean;
  required?: boolean;
  disabled?: boolean;
  id?: string;
  name?: string;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
}

/** Parts of a typed or pasted text: lines and cells, and words where a tag has no blanks. */
const textsIn = (text: string, splitsAtSpaces: boolean): string[] =>
  text.split(splitsAtSpaces ? /[\s,;]+/ : /[\r\n\t]+/).filter((part) => part.trim() !== '');

/** The tags that typed or pasted texts add: trimmed, transformed, without empty and present ones. */
const textsAdded = (
  present: readonly string[],
  texts: readonly string[],
  transform: (text: string) => string = (text) => text,
): string[] => {
  const tags = texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => transform(text).trim());
  return [...new Set(tags)].filter((tag) => tag !== '' && !present.includes(tag));
};

/** Several short texts: each is added on blur or Enter, trimmed and transformed; an empty box adds none (spec 2 section 4). */
export const TagsBox = (props: TagsBoxProps) => {
  const {
    label,
    value,
    onChange,
    problemOf,
    transform,
    splitsAtSpaces = false,
    helperText,
    disabled = false,
    onBlur,
    inputRef,
    ...rest
  } = props;
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const problems = value.flatMap((tag) => problemOf?.(tag) ?? []);
  const take = (text: string) => {
    const added = textsAdded(value, textsIn(text, splitsAtSpaces), transform);
    if (added.length > 0) onChange([...value, ...added]);
    setTyped('');
  };
  const remove = (tag: string) => onChange(value.filter((item) => item !== tag));
  return (
    <TextField
      {...rest}
      label={label}
      value={typed}
      disabled={disabled}
      error={(rest.error ?? false) || problems.length > 0}
      helperText={problems[0] ?? helperText}
      fullWidth
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        take(typed);
        onBlur?.();
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text');
        if (textsIn(pasted, splitsAtSpaces).length < 2) return;
        event.preventDefault();
        take(`${typed}\n${pasted}`);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // Enter adds the tag; it must not submit the form.
          event.preventDefault();
          take(typed);
        }
        const last = value.at(-1);
        if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last);
      }}
      slotProps={{
        htmlInput: { ref: inputRef, 'aria-label': label },
        inputLabel: { shrink: true },
        input: {
          startAdornment: value.length > 0 && (
            <Box
              component="ul"
              aria-label={translate('components.tags.list', { label })}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                gap: 0.5,
                listStyle: 'none',
                margin: 0,
                padding: 0,
                minWidth: 0,
              }}
            >
              {value.map((tag) => (
                <Tag
                  key={tag}
                  tag={tag}
                  problem={problemOf?.(tag) ?? null}
                  onRemove={disabled ? undefined : () => remove(tag)}
                />
              ))}
            </Box>
          ),
        },
      }}
      sx={{
        '& .MuiInputBase-root': { flexWrap: 'wrap', gap: 0.5, paddingY: 0.75 },
        '& .MuiInputBase-input': { flex: '1 1 80px', width: 'auto', minWidth: 80, paddingY: 0.25 },
      }}
    />
  );
};

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

type TagsInputProps = Pick<TagsBoxProps, 'problemOf' | 'transform' | 'splitsAtSpaces' | 'required'> & {
  source: string;
  /** Message keys. */
  label: string;
  helperText?: string;
};

/** The same as an input of a form: a list of short texts (spec 2 section 4). */
export const TagsInput = ({ source, label, helperText, ...tags }: TagsInputProps) => {
  const translate = useTranslate();
  const validate = (value: unknown) =>
    tags.required && textsOf(value).length === 0
      ? translate('components.form.required', { label: translate(label) })
      : textsOf(value).flatMap((tag) => tags.problemOf?.(tag) ?? [])[0];
  const { field, fieldState } = useInput<unknown>({ source, validate });
  const { ref, value, ...input } = field;
  return (
    <TagsBox
      {...tags}
      {...input}
      id={fieldId(source)}
      label={translate(label)}
      value={textsOf(value)}
      inputRef={ref}
      error={fieldState.invalid}
      helperText={<InputHelperText error={fieldState.error?.message} helperText={helperText} />}
    />
  );
};

interface TagProps {
  tag: string;
  problem: string | null;
  onRemove: (() => void) | undefined;
}

const Tag = ({ tag, problem, onRemove }: TagProps) => {
  const translate = useTranslate();
  return (
    <Box
      component="li"
      title={problem ?? undefined}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        maxWidth: '100%',
        paddingLeft: 1,
        borderRadius: 1,
        border: 1,
        borderColor: problem ? 'error.main' : 'divider',
        bgcolor: 'action.hover',
        fontSize: 13,
        overflowWrap: 'anywhere',
      }}
    >
      {problem && <ErrorOutline sx={{ fontSize: 16, color: 'error.main' }} titleAccess={problem} />}
      {tag}
      <IconButton
        size="small"
        disabled={onRemove === undefined}
        aria-label={translate('components.tags.remove', { tag })}
        onClick={onRemove}
        sx={{ padding: 0.25 }}
      >
        <Close sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
};
