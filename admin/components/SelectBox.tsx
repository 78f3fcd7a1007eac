import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** Some, but not all of what the box stands for. */
  mixed?: boolean;
  /** Of a row: the key x finds it. */
  ofRow?: boolean;
  onChange: () => void;
}

/** A checkbox of the list. The browser's own: a hundred of MUI's would take longer than the rest of the table. */
export const SelectBox = ({ label, checked, mixed = false, ofRow = false, onChange }: SelectBoxProps) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <Box
      component="input"
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={onChange}
      {...(ofRow && { 'data-list-select': '' })}
      sx={{
        display: 'block',
        flexShrink: 0,
        width: 18,
        height: 18,
        margin: 1,
        accentColor: ({ palette }) => palette.primary.main,
      }}
    />
  );
};
