import { AutocompleteInput, ReferenceInput } from 'react-admin';

interface ReferenceFilterInputProps {
  source: string;
  reference: string;
  label: string;
}

/** Filter by a record of another resource, searched by its name. Loaded when it is first added to a list. */
const ReferenceFilterInput = ({ source, reference, label }: ReferenceFilterInputProps) => (
  <ReferenceInput source={source} reference={reference} sort={{ field: 'name', order: 'ASC' }}>
    <AutocompleteInput optionText="name" label={label} margin="none" helperText={false} sx={{ minWidth: 220 }} />
  </ReferenceInput>
);

export default ReferenceFilterInput;
