import Close from '@mui/icons-material/Close';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { type ReactNode, type Ref, useState } from 'react';
import { textsAdded, textsIn } from './tagTexts.ts';

export interface TagsInputProps {
  label: string;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** What is wrong with a tag; it stays in the list, marked, because it was typed. */
  problemOf?: ((tag: string) => string | null) | undefined;
  transform?: ((text: string) => string) | undefined;
  /** No tag has a blank, comma or semicolon inside, so that each of them ends one, typed or pasted. */
  areWords?: boolean | undefined;
  helperText?: ReactNode;
  error?: boolean;
  required?: boolean;
  disabled?: boolean;
  id?: string;
  name?: string;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
}

/** Several short texts: each is taken over on blur or Enter, trimmed and transformed; nothing is taken from an empty box (spec 2 section 4). */
export const TagsInput = (props: TagsInputProps) => {
  const {
    label,
    value,
    onChange,
    problemOf,
    transform,
    areWords = false,
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
    const added = textsAdded(value, textsIn(text, areWords), transform);
    if (added.length > 0) onChange([...value, ...added]);
    setTyped('');
  };
  const remove = (tag: string) => onChange(value.filter((one) => one !== tag));
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
        if (textsIn(pasted, areWords).length < 2) return;
        event.preventDefault();
        take(`${typed}\n${pasted}`);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // Enter takes the tag over; it must not send the form the field is in.
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
