import { useTranslate } from 'react-admin';
import type { Eula } from '../../shared/contract/eulas.ts';

/** An agreement as people name it: kind and version. */
export const useEulaWords = () => {
  const translate = useTranslate();
  return {
    nameOf: ({ type, version }: Pick<Eula, 'type' | 'version'>) => translate('eulas.named', { type, version }),
    /** Without a brand it is the agreement of all brands that have none of their own. */
    brandOf: ({ brandName }: Pick<Eula, 'brandName'>) =>
      brandName === '' ? translate('eulas.otherBrands') : brandName,
  };
};
