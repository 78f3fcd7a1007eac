import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { useGetList, useTranslate } from 'react-admin';
import type { Brand } from '../../shared/contract/brands.ts';
import type { Eula } from '../../shared/contract/eulas.ts';
import { brandPageSize } from '../../shared/rules/paging.ts';
import { stateField } from '../components/StateChip.tsx';

/** Name of an agreement (kind and version) and of its brand. */
export const useEulaText = () => {
  const translate = useTranslate();
  return {
    nameOf: ({ type, version }: Pick<Eula, 'type' | 'version'>) => translate('eulas.named', { type, version }),
    /** Without a brand it is the agreement of all brands that have none of their own. */
    brandOf: ({ brandName }: Pick<Eula, 'brandName'>) =>
      brandName === '' ? translate('eulas.otherBrands') : brandName,
  };
};

/** Names of all brands: an agreement refers to its brand by name. */
export const useBrandNames = () => {
  const { data, error, refetch } = useGetList<Brand>('brands', {
    pagination: { page: 1, perPage: brandPageSize },
    sort: { field: 'name', order: 'ASC' },
  });
  return { names: data?.map(({ name }) => name) ?? [], error, retry: () => void refetch() };
};

export const EulaStateField = stateField(
  { icon: CheckCircle, severity: 'good', label: 'eulas.states.active' },
  { icon: RadioButtonUnchecked, label: 'eulas.states.inactive' },
);
