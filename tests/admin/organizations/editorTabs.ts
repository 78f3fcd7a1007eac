import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { editorPath } from '../../../admin/organizations/organizationActions.tsx';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import type { Feature } from '../../../shared/contract/features.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { responses, field, listsOf, method, openEditor, save } from './editorScreen.tsx';
import { organization } from './records.ts';

export const here = editorPath(organization().id);
const features: Feature[] = [
  { id: 'Fax', name: 'Fax', description: 'Send faxes.', isEnabled: true, isOrganizationFeature: true },
  { id: 'Triage', name: 'Triage', description: '', isEnabled: true, isOrganizationFeature: true },
  { id: 'Old', name: 'Old viewer', description: '', isEnabled: false, isOrganizationFeature: true },
  { id: 'Net', name: 'For networks', description: '', isEnabled: true, isOrganizationFeature: false },
];
const directproviders = [{ id: 'hisp', name: 'Harbor HISP', type: 'DirectMessaging' }];
const call = responses({
  'organizations.domains': () => ({ items: [], ownDomain: 'aspen-grove.direct.carepost.example' }),
});
const saving = () => method(() => Promise.resolve({ data: organization({ version: 4 }) }));
export const sent = (update: AppDataProvider['update']) =>
  vi.mocked(update).mock.lastCall?.[1].data as Record<string, unknown>;

/** The editor on one of its tabs, with a save that works. */
export const openTab = (
  tab: string,
  overrides: Partial<Organization> = {},
  provider: Partial<AppDataProvider> = {},
  records: Readonly<Record<string, readonly object[]>> = {},
) => {
  const update = saving();
  const getList = listsOf({ features, directproviders, ...records });
  const screenAt = openEditor({ call, update, getList, ...provider }, `${here}${tab}`, organization(overrides));
  return { ...screenAt, update };
};
export const switchOf = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
export const tag = async (label: string, value: string) => {
  const input = await field(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.keyDown(input, { key: 'Enter' });
};
export const saved = async (update: AppDataProvider['update']) => {
  await save();
  await waitFor(() => expect(update).toHaveBeenCalledOnce());
  return sent(update);
};
