import type { Person } from '../../shared/contract/peopleSchemas.ts';
import { option } from '../components/list/commandArguments.ts';
import type { ListState } from '../components/ListToolbar.tsx';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';
import { type PersonState, sortFieldOf } from './personQuery.ts';

const stateFlags: Readonly<Record<PersonState, string>> = {
  enabled: '--enabled',
  disabled: '--disabled',
  invited: '--invited',
  deleted: '--deleted',
};

/** The command that lists the people on screen. */
export const personCommand = ({ filterValues, sort, page, perPage }: ListState): string => {
  const textAt = (name: string) => {
    const value = filterValues[name];
    return typeof value === 'string' ? value : undefined;
  };
  const flag = Object.entries(stateFlags).find(([state]) => state === filterValues['state'])?.[1];
  const field = sortFieldOf(sort.field);
  const direction = sort.order === 'DESC' ? ':desc' : '';
  return [
    'carepost people list',
    ...option('--search', textAt('q')),
    ...option('--role', textAt('roleName')),
    ...(filterValues['includeNetwork'] === true ? ['--include-network'] : []),
    ...(flag === undefined ? [] : [flag]),
    ...(field === 'name' && direction === '' ? [] : [`--order ${field}${direction}`]),
    ...(perPage === 25 ? [] : [`--page-size ${perPage}`]),
    ...(page === 1 ? [] : [`--page ${page}`]),
  ].join(' ');
};

interface Details {
  readonly firstName: FieldText;
  readonly lastName: FieldText;
  readonly userName: FieldText;
  readonly jobTitle: FieldText;
  readonly phone: FieldText;
  readonly roleName: string;
}

export const personModel: RecordModel<Person, Details> = {
  empty: { firstName: '', lastName: '', userName: '', jobTitle: '', phone: '', roleName: 'User' },
  toForm: ({ firstName, lastName, userName, jobTitle, phone, roleName }) => ({
    firstName,
    lastName,
    userName,
    jobTitle: jobTitle ?? '',
    phone: phone ?? '',
    roleName,
  }),
  toBody: (values) => ({
    firstName: textOf(values.firstName),
    lastName: textOf(values.lastName),
    userName: textOf(values.userName),
    jobTitle: textOf(values.jobTitle),
    phone: textOf(values.phone),
    roleName: values.roleName,
  }),
};
