import { AutocompleteInput, type AutocompleteInputProps } from 'react-admin';
import { useRef } from 'react';

/**
 * react-admin's AutocompleteInput that takes the first match, or the option that the arrow keys point at, on Tab as on Enter (spec 2
 * section 4). MUI's `autoSelect` does so on every blur, also when the user clicks elsewhere and expects the last choice back.
 */
export const FirstMatchInput = (props: AutocompleteInputProps) => {
  const textBefore = useRef('');
  return (
    <AutocompleteInput
      margin="none"
      autoHighlight
      onFocus={({ target }) => {
        textBefore.current = target instanceof HTMLInputElement ? target.value : '';
      }}
      onKeyDown={({ key, target }) => {
        if (key !== 'Tab' || !(target instanceof HTMLInputElement) || target.value === textBefore.current) return;
        document.getElementById(target.getAttribute('aria-activedescendant') ?? '')?.click();
      }}
      noOptionsText="components.form.noOptions"
      {...props}
    />
  );
};
