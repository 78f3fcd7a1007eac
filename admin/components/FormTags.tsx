import { useCallback } from 'react';
import { TagsBox, type TagsBoxProps } from './TagsInput.tsx';
import { type FormFieldProps, useFormField } from './useFormField.ts';

type FormTagsProps = FormFieldProps & Pick<TagsBoxProps, 'problemOf' | 'transform' | 'splitsAtSpaces'>;

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** A list of short texts as a field of a form (spec 2 section 4). */
export const FormTags = ({ problemOf, transform, splitsAtSpaces, ...props }: FormTagsProps) => {
  const problem = useCallback(
    (value: unknown) => textsOf(value).flatMap((tag) => problemOf?.(tag) ?? [])[0],
    [problemOf],
  );
  const { input, ref, shared } = useFormField({ ...props, problemOf: problem });
  const { fullWidth: _, size: __, ...rest } = shared;
  return (
    <TagsBox
      {...rest}
      name={input.name}
      value={textsOf(input.value)}
      onChange={input.onChange}
      onBlur={() => input.onBlur()}
      inputRef={ref}
      problemOf={problemOf}
      transform={transform}
      splitsAtSpaces={splitsAtSpaces}
    />
  );
};
