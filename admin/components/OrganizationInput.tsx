import { AutocompleteInput, ReferenceInput, required } from 'react-admin';
import { typeaheadDebounceMs } from '../../shared/rules/paging.ts';
import { inputAt } from './RecordForm.tsx';

interface OrganizationInputProps {
  readonly label: string;
  readonly helperText?: string;
  readonly isRequired?: boolean;
}

/** Organization of a record, found by its name while it is typed. */
export const OrganizationInput = ({ label, helperText, isRequired = false }: OrganizationInputProps) => (
  <ReferenceInput source="organizationId" reference="organizations" perPage={20} sort={{ field: 'name', order: 'ASC' }}>
    <AutocompleteInput
      {...inputAt('organizationId')}
      optionText="name"
      debounce={typeaheadDebounceMs}
      label={label}
      {...(helperText === undefined ? {} : { helperText })}
      {...(isRequired ? { validate: required() } : {})}
    />
  </ReferenceInput>
);
