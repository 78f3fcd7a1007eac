import { z } from 'zod';
import { isSavedViewsKey, savedViewLimits, savedViewProblem } from '../rules/savedView.ts';
import { endpoint } from './endpoint.ts';

/** `organizations.columns`: the place a setting belongs to. */
const params = z.strictObject({
  key: z.string().regex(/^[a-z][A-Za-z0-9.-]{0,63}$/, 'must be a name such as organizations.columns'),
});
/** Views of a list in the form of react-admin; the name of each is its own. */
const savedViews = z
  .array(z.looseObject({ label: z.string() }))
  .max(savedViewLimits.views)
  .superRefine((views, context) => {
    for (const [index, { label }] of views.entries()) {
      const before = views.slice(0, index).map((view) => view.label);
      const message = savedViewProblem(label, before);
      if (message !== null) context.addIssue({ code: 'custom', path: [index, 'label'], message });
    }
  });
const value = z.json().superRefine((settings, context) => {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return;
  for (const [name, views] of Object.entries(settings)) {
    if (!isSavedViewsKey(name)) continue;
    for (const { path, message } of savedViews.safeParse(views).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [name, ...path], message });
  }
});
const own = 'Columns and saved views follow a user to every machine, so the server stores them.';

/** Settings of the web application, each person's own. No patient data belongs in them. */
export const preferences = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/current/preferences/{key}',
    summary: 'One of my settings; null while it was never saved',
    access: 'signedIn',
    params,
    response: { kind: 'json', schema: z.object({ value: value.nullable() }) },
    errors: [],
    beyondSpec: own,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/users/current/preferences/{key}',
    summary: 'Keep one of my settings',
    access: 'signedIn',
    params,
    body: z.strictObject({ value }),
    response: { kind: 'json', schema: z.object({ value: value.nullable() }) },
    errors: ['E-PREFERENCE-TOO-LARGE', 'E-PREFERENCE-NOBODY'],
    beyondSpec: own,
  }),
};
