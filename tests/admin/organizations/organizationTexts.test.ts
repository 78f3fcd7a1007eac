import { describe, expect, it } from 'vitest';
import { messages } from '../../../admin/i18n/en.ts';
import { createI18nProvider } from '../../../admin/i18n/i18nProvider.ts';
import { addressLimitProblem, requiredFieldsText } from '../../../shared/rules/organization.ts';
import { licensingKeptText, licensingRemovedText, resellerChangedText } from '../../../shared/rules/reseller.ts';

const { translate } = createI18nProvider(messages);

/** Texts of rules, which the server and the command line show as well. */
it.each([
  ['The number of Allowed Addresses cannot be lower than 3', addressLimitProblem(2, 3)],
  [
    'The reseller has changed. You will need to ensure the subscription in the card payment provider is updated to reflect this change.',
    resellerChangedText,
  ],
  ['Removing a Licensing Reseller will reset the organization to a Free Plan.', licensingRemovedText],
  ["Can't remove Licenser because this organization exceeds the user limit for the free plan.", licensingKeptText],
  ['Please fill out all required fields.', requiredFieldsText],
])('%s', (text, rule) => {
  expect(rule).toBe(text);
});

/** Spec 1 sections 2, 5 and 8, letter for letter; the tests of the screens look for them where they are displayed. */
describe('texts of the organization pages', () => {
  it.each([
    ['organizations.saved', 'The organization was saved successfully.'],
    ['organizations.saveFailed', 'There was an error saving this organization.'],
    ['records.save.incomplete', 'Please fill out all required fields.'],
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
    ['organizations.activation.updated', 'Organization Activation Status has been updated.'],
    ['organizations.activation.failed', 'There was an error updating the organization activation status.'],
    ['organizations.activation.required', 'Activation status is required.'],
    ['organizations.clearCancellation.cleared', 'The cancellation was cleared successfully.'],
    ['organizations.clearCancellation.failed', 'There was an error clearing the cancellation for this organization.'],
    ['organizations.delete.deleted', 'The organization was deleted successfully.'],
    ['organizations.delete.failed', 'There was an error deleting this organization.'],
    ['carequality.oids.none', 'No alternate OIDs have been configured'],
    ['carequality.oids.addTitle', 'Add Alternate Organization OID'],
    ['carequality.oids.editTitle', 'Edit Alternate Organization OID'],
    ['carequality.oids.added', 'The OID was added successfully.'],
    ['carequality.oids.updated', 'The OID was updated successfully.'],
    ['carequality.oids.updateFailed', 'There was an error updating this OID.'],
    ['carequality.oids.createFailed', 'There was an error creating this OID.'],
    ['carequality.oids.deleteFailed', 'There was an error deleting this OID.'],
    ['carequality.entries.none', 'No Directory Entries have been configured'],
    ['carequality.entries.added', 'The Directory Entry was added successfully.'],
    ['carequality.entries.edited', 'The Directory Entry was edited successfully.'],
    ['carequality.entries.upsertFailed', 'There was an error upserting this entry'],
    ['carequality.entries.toggleFailed', 'There was an error activating/deactivating this OID.'],
    ['carequality.import.title', 'Import Directory Entries from the FHIR Directory'],
    ['carequality.import.failed', 'There was an error syncing'],
    ['organizations.serviceAccounts.none', 'No Service Accounts Configured'],
    ['organizations.add', 'Add Organization'],
    ['records.save.action', 'Save Changes'],
    ['records.save.cancel', 'Cancel'],
    ['organizations.actions.delete', 'Delete Organization'],
    ['organizations.actions.disableLogin', 'Disable Login'],
    ['organizations.actions.enableLogin', 'Enable Login'],
    ['organizations.actions.activation', 'Activation Status'],
    ['organizations.actions.clearCancellation', 'Clear Cancellation'],
    ['organizations.actions.startCapture', 'Start API Capture'],
    ['organizations.actions.stopCapture', 'Stop API Capture'],
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
  ] as const)('%s reads as the specification has it', (key, text) => {
    expect(translate(key)).toBe(text);
  });
});
