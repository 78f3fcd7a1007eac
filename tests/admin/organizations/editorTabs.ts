import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { editorPath } from '../../../admin/organizations/organizationActions.tsx';
import type { Feature } from '../../../shared/contract/features.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { pageOf, type Responses } from '../../support/contractApi.ts';
import { field, openEditor, save } from './editorScreen.tsx';
import { organization } from './records.ts';

export const here = editorPath(organization().id);
const features: Feature[] = [
  { id: 'Fax', name: 'Fax', description: 'Send faxes.', isEnabled: true, isOrganizationFeature: true },
  { id: 'Triage', name: 'Triage', description: '', isEnabled: true, isOrganizationFeature: true },
  { id: 'Old', name: 'Old viewer', description: '', isEnabled: false, isOrganizationFeature: true },
  { id: 'Net', name: 'For networks', description: '', isEnabled: true, isOrganizationFeature: false },
];

/** The editor on one of its tabs, with a save that works. */
export const openTab = (tab: string, overrides: Partial<Organization> = {}, responses: Responses = {}) => {
  const view = openEditor(
    {
      'features.list': { items: features },
      'documentsources.providers': pageOf({ id: 'hisp', name: 'Harbor HISP', type: 'DirectMessaging' }),
      'organizations.domains': { items: [], ownDomain: 'aspen-grove.direct.carepost.example' },
      'organizations.update': organization({ version: 4 }),
      ...responses,
    },
    `${here}${tab}`,
    organization(overrides),
  );
  const updates = () => view.inputsOf('organizations.update').map(({ body }) => body as Record<string, unknown>);
  /** Saves, and gives what was sent. */
  const saved = async () => {
    await save();
    await waitFor(() => expect(updates()).toHaveLength(1));
    return updates()[0] as Record<string, unknown>;
  };
  return { ...view, updates, saved };
};
export const switchOf = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
export const tag = async (label: string, value: string) => {
  const input = await field(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.keyDown(input, { key: 'Enter' });
};
