import { useCreate, useDataProvider, useNotify, useRedirect, useTranslate, useUpdate } from 'ra-core';
import { useRef, useState } from 'react';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { codeOf, fieldErrorsOf, serverWords, statusOf } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { type Comparison, compareVersions } from './organizationConflict.ts';
import { type OrganizationFormValues, toForm, toWrite } from './organizationModel.ts';
import { organizationsResource } from './useOrganizationList.ts';

/** Somebody else saved the organization in the meantime. */
export interface Conflict extends Comparison {
  readonly theirs: Organization;
}
type FieldErrors = Record<string, string>;

/**
 * The save of spec 1 section 5, after the form itself found nothing wrong: the subdomain is checked with the server, then the
 * record is saved, and only the server's yes leads back to the list. Answers the errors for the form, if any.
 */
export const useOrganizationSave = (loaded: Organization | undefined) => {
  const provider = useAppDataProvider();
  const { getOne } = useDataProvider();
  const notify = useNotify();
  const redirect = useRedirect();
  const translate = useTranslate();
  const base = useRef(loaded);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [update] = useUpdate<Organization>();
  const [create] = useCreate<Organization>();

  const send = (values: OrganizationFormValues) => {
    const data = toWrite(values, base.current);
    if (!base.current) return create(organizationsResource, { data }, { returnPromise: true });
    const params = { id: base.current.id, data, previousData: base.current };
    return update(organizationsResource, params, { returnPromise: true, mutationMode: 'pessimistic' });
  };

  const failed = (error: unknown): FieldErrors => {
    const text = translate('organizations.save.failed');
    const details = serverWords(error).filter((words) => words !== text);
    notify([text, ...details].join(' '), { type: 'error' });
    return { ...fieldErrorsOf(error), 'root.serverError': details.join(' ') || text };
  };

  const compare = async (current: Organization, values: OrganizationFormValues): Promise<FieldErrors> => {
    const { data } = await getOne<Organization>(organizationsResource, { id: current.id });
    const comparison = compareVersions(toForm(current), values, toForm(data));
    base.current = data;
    // Only what this form does not touch was changed, such as the login ability: nothing to choose, so save on top of it.
    if (comparison.conflicts.length === 0 && comparison.theirsOnly.length === 0) return attempt(values);
    setConflict({ ...comparison, theirs: data });
    return { 'root.serverError': translate('organizations.conflict.title') };
  };

  const attempt = async (values: OrganizationFormValues): Promise<FieldErrors> => {
    const current = base.current;
    try {
      await send(values);
    } catch (error) {
      if (current && statusOf(error) === 409 && codeOf(error) === 'E-VERSION-CONFLICT') return compare(current, values);
      return failed(error);
    }
    notify('organizations.save.saved', { type: 'success' });
    redirect('list', organizationsResource);
    return {};
  };

  const save = async (values: OrganizationFormValues): Promise<FieldErrors | undefined> => {
    let errors: FieldErrors;
    try {
      const { subdomain } = toWrite(values);
      const organizationId = base.current?.id;
      if (await provider.checkSubdomain({ organizationId, subdomain: subdomain ?? '' })) {
        errors = await attempt(values);
      } else {
        const text = translate('organizations.save.subdomain');
        notify(text, { type: 'error' });
        errors = { subdomain: text };
      }
    } catch (error) {
      errors = failed(error);
    }
    return Object.keys(errors).length > 0 ? errors : undefined;
  };

  return { save, conflict, closeConflict: () => setConflict(null) };
};
