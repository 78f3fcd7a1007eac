import { useCreate, useDataProvider, useNotify, useRedirect, useTranslate, useUpdate } from 'react-admin';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { useSavedVersion } from '../components/records/useSavedVersion.ts';
import { fieldErrorsOf, serverWords } from '../components/serverError.ts';
import { useStillHere } from '../components/useStillHere.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { type OrganizationFormValues, toForm, toWrite } from './organizationModel.ts';
import { organizationsResource } from './useOrganizationList.ts';

type FieldErrors = Record<string, string>;

/** The server names an item of a list by its place; the form has one field for the whole list. */
const byField = (errors: Readonly<Record<string, string>>): FieldErrors => {
  const found: FieldErrors = {};
  for (const [path, text] of Object.entries(errors)) {
    const field = path.replace(/\.\d+(\..*)?$/, '');
    const before = found[field];
    found[field] = before === undefined || before === text ? text : `${before} ${text}`;
  }
  return found;
};

/**
 * The save of spec 1 section 5, after the form itself found nothing wrong: the subdomain is checked with the server, then the
 * record is saved, and only the server's yes leads back to the list. Answers the errors for the form, if any.
 */
export const useOrganizationSave = (loaded: Organization | undefined) => {
  const provider = useAppDataProvider();
  const { getOne } = useDataProvider();
  const notify = useNotify();
  const redirect = useRedirect();
  const isStillHere = useStillHere();
  const translate = useTranslate();
  const [update] = useUpdate<Organization>();
  const [create] = useCreate<Organization>();
  const version = useSavedVersion<Organization, OrganizationFormValues>(loaded, {
    toForm,
    reload: async ({ id }) => (await getOne<Organization>(organizationsResource, { id })).data,
    ask: ({ modifiedBy }, { conflicts }) => ({
      title: translate('organizations.conflict.title'),
      text: translate(`organizations.conflict.${conflicts.length > 0 ? 'text' : 'textTaken'}`, { name: modifiedBy }),
    }),
  });

  const send = (values: OrganizationFormValues, base: Organization | undefined) => {
    const data = toWrite(values, base);
    if (!base) return create(organizationsResource, { data }, { returnPromise: true });
    const params = { id: base.id, data, previousData: base };
    return update(organizationsResource, params, { returnPromise: true, mutationMode: 'pessimistic' });
  };

  const failed = (error: unknown): FieldErrors => {
    const text = translate('organizations.save.failed');
    const details = serverWords(error).filter((words) => words !== text);
    notify([text, ...details].join(' '), { type: 'error' });
    const fields = byField(fieldErrorsOf(error));
    // What is said at a field is not said a second time for the whole form.
    const others = Object.keys(fields).length > 0 ? [] : details;
    return { ...fields, 'root.serverError': others.join(' ') || text };
  };

  const save = async (values: OrganizationFormValues): Promise<FieldErrors | undefined> => {
    try {
      const { subdomain } = toWrite(values);
      if (!(await provider.checkSubdomain({ organizationId: loaded?.id, subdomain: subdomain ?? '' }))) {
        const text = translate('organizations.save.subdomain');
        notify(text, { type: 'error' });
        return { subdomain: text };
      }
      const outcome = await version.save(values, (base) => send(values, base));
      if ('asked' in outcome) return { 'root.serverError': outcome.asked };
    } catch (error) {
      return failed(error);
    }
    notify('organizations.save.saved', { type: 'success' });
    if (isStillHere()) redirect('list', organizationsResource);
    return undefined;
  };

  return { save, conflict: version.conflict, closeConflict: version.closeConflict };
};
