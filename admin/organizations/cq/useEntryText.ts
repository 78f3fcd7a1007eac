import { useTranslate } from 'react-admin';
import { entryText } from './entryModel.ts';

/** Names and values of an entry's fields in words. */
export const useEntryText = () => {
  const translate = useTranslate();
  const words = {
    yes: translate('carequality.fields.yes'),
    no: translate('carequality.fields.no'),
    empty: translate('carequality.fields.emptyValue'),
  };
  return {
    fieldName: (field: string) => translate(`carequality.fields.${field}`, { _: field }),
    valueText: (field: string, value: unknown) => entryText(field, value, words),
  };
};
