import { describe, expect, it } from 'vitest';
import { messages } from '../../../admin/messages/en.ts';
import { createI18nProvider } from '../../../admin/providers/i18nProvider.ts';

const { translate } = createI18nProvider(messages);

/** Spec 1 sections 2, 5 and 8, letter for letter. */
const texts = [
  ['organizations.save.saved', 'The organization was saved successfully.'],
  ['organizations.save.failed', 'There was an error saving this organization.'],
  ['organizations.save.incomplete', 'Please fill out all required fields.'],
  [
    'organizations.save.subdomain',
    'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.',
  ],
  ['organizations.login.updated', 'Organization Login Ability has been updated.'],
  ['organizations.login.failed', 'There was an error updating the organization login ability.'],
  ['organizations.apiCapture.updated', 'Organization API settings updated.'],
  ['organizations.apiCapture.failed', 'There was an error updating the organization API setting.'],
  ['organizations.sync.started', 'Organization Intercom Sync has been initialized.'],
  ['organizations.sync.failed', 'There was an error trying to sync organization with Intercom.'],
  ['organizations.serviceAccounts.limitSaved', 'The service account limit was saved successfully.'],
  ['organizations.serviceAccounts.addressesUpdated', 'Address count updated'],
  ['organizations.serviceAccounts.addressesFailed', 'Error updating address count'],
  ['organizations.serviceAccounts.none', 'No Service Accounts Configured'],
  ['organizations.activation.updated', 'Organization Activation Status has been updated.'],
  ['organizations.activation.failed', 'There was an error updating the organization activation status.'],
  ['organizations.clearCancellation.cleared', 'The cancellation was cleared successfully.'],
  ['organizations.clearCancellation.failed', 'There was an error clearing the cancellation for this organization.'],
  ['organizations.delete.deleted', 'The organization was deleted successfully.'],
  ['organizations.delete.failed', 'There was an error deleting this organization.'],
  ['organizations.add', 'Add Organization'],
  ['organizations.save.action', 'Save Changes'],
  ['organizations.save.cancel', 'Cancel'],
  ['organizations.columns.orgId', 'Id'],
  ['organizations.columns.name', 'Organization'],
  ['organizations.columns.networkName', 'Network'],
  ['organizations.columns.subDomain', 'Subdomain'],
  ['organizations.columns.resellerName', 'Reseller'],
  ['organizations.columns.tierCode', 'Tier Code'],
  ['organizations.columns.isActivated', 'Activation Status'],
  ['organizations.columns.isEnabled', 'Login Ability'],
  ['organizations.columns.loginType', 'Login Type'],
  ['organizations.columns.apiCapture', 'API'],
  ['organizations.states.activated', 'Activated'],
  ['organizations.states.notActivated', 'Not Activated'],
  ['organizations.states.enabled', 'Enabled'],
  ['organizations.states.disabled', 'Disabled'],
  ['organizations.states.capturing', 'Capturing'],
] as const;

describe('texts of the organization pages', () => {
  it.each(texts)('%s reads as the specification has it', (key, text) => {
    expect(translate(key)).toBe(text);
  });
});
