import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messages } from '../../../admin/messages/en.ts';
import { createI18nProvider } from '../../../admin/providers/i18nProvider.ts';
import { addressLimitProblem, requiredFieldsText } from '../../../shared/rules/organization.ts';
import { licensingKeptText, licensingRemovedText, resellerChangedText } from '../../../shared/rules/reseller.ts';

const { translate } = createI18nProvider(messages);
const folder = join(import.meta.dirname, '../../../admin/organizations');

/** A text by its message key, or by the rule that carries it; the file that shows it, and how it asks for it. */
interface Place {
  readonly text: string;
  readonly from: string;
  readonly file: string;
  /** Where the key is put together or a rule is asked; else the key itself. */
  readonly as?: string;
}
const place = (text: string, from: string, file: string, as?: string): Place =>
  as === undefined ? { text, from, file } : { text, from, file, as };

/** Texts that rules carry, so that server and command line say the same. */
const ofRules: Readonly<Record<string, string | null>> = {
  resellerChangedText,
  licensingRemovedText,
  licensingKeptText,
  requiredFieldsText,
  addressLimitProblem: addressLimitProblem(2, 3),
};

/** Spec 1 section 8, Organizations, and the field messages of section 5. */
const organizations: readonly Place[] = [
  place('The organization was saved successfully.', 'organizations.save.saved', 'useOrganizationSave.ts'),
  place('There was an error saving this organization.', 'organizations.save.failed', 'useOrganizationSave.ts'),
  place('Please fill out all required fields.', 'organizations.save.incomplete', 'OrganizationForm.tsx'),
  place(
    'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.',
    'organizations.save.subdomain',
    'useOrganizationSave.ts',
  ),
  place('Organization Login Ability has been updated.', 'organizations.login.updated', 'useOrganizationToggle.tsx'),
  place(
    'There was an error updating the organization login ability.',
    'organizations.login.failed',
    'useOrganizationToggle.tsx',
  ),
  place('Organization API settings updated.', 'organizations.apiCapture.updated', 'useOrganizationToggle.tsx'),
  place(
    'There was an error updating the organization API setting.',
    'organizations.apiCapture.failed',
    'useOrganizationToggle.tsx',
  ),
  place('Organization Intercom Sync has been initialized.', 'organizations.sync.started', 'SyncStarted.tsx'),
  place(
    'There was an error trying to sync organization with Intercom.',
    'organizations.sync.failed',
    'useOrganizationToggle.tsx',
  ),
  place(
    'The service account limit was saved successfully.',
    'organizations.serviceAccounts.limitSaved',
    'ServiceAccounts.tsx',
  ),
  place('Address count updated', 'organizations.serviceAccounts.addressesUpdated', 'ServiceAccountCard.tsx'),
  place('Error updating address count', 'organizations.serviceAccounts.addressesFailed', 'ServiceAccountCard.tsx'),
  place(
    'The number of Allowed Addresses cannot be lower than 3',
    'addressLimitProblem',
    'ServiceAccountCard.tsx',
    'addressLimitProblem(',
  ),
  place(
    'The reseller has changed. You will need to ensure the subscription in the card payment provider is updated to reflect this change.',
    'resellerChangedText',
    'ResellerPlanInputs.tsx',
    'resellerChange(',
  ),
  place(
    'Removing a Licensing Reseller will reset the organization to a Free Plan.',
    'licensingRemovedText',
    'ResellerPlanInputs.tsx',
    'resellerChange(',
  ),
  place(
    "Can't remove Licenser because this organization exceeds the user limit for the free plan.",
    'licensingKeptText',
    'ResellerPlanInputs.tsx',
    'resellerChange(',
  ),
];

/** Spec 1 section 8, Activation, Clear cancellation and Delete. */
const deeds: readonly Place[] = [
  place('Organization Activation Status has been updated.', 'organizations.activation.updated', 'ActivationDialog.tsx'),
  place(
    'There was an error updating the organization activation status.',
    'organizations.activation.failed',
    'ActivationDialog.tsx',
  ),
  place('Activation status is required.', 'organizations.activation.required', 'ActivationDialog.tsx'),
  place(
    'The cancellation was cleared successfully.',
    'organizations.clearCancellation.cleared',
    'ClearCancellationDialog.tsx',
  ),
  place(
    'There was an error clearing the cancellation for this organization.',
    'organizations.clearCancellation.failed',
    'ClearCancellationDialog.tsx',
  ),
  place('The organization was deleted successfully.', 'organizations.delete.deleted', 'DeleteOrganizationDialog.tsx'),
  place(
    'There was an error deleting this organization.',
    'organizations.delete.failed',
    'DeleteOrganizationDialog.tsx',
  ),
];

/** Spec 1 section 8, OIDs and Directory, with the titles and empty states of section 2. */
const directory: readonly Place[] = [
  place('No alternate OIDs have been configured', 'carequality.oids.none', 'cq/AlternateOids.tsx'),
  place(
    'Add Alternate Organization OID',
    'carequality.oids.addTitle',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'editTitle' : 'addTitle'}",
  ),
  place(
    'Edit Alternate Organization OID',
    'carequality.oids.editTitle',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'editTitle' : 'addTitle'}",
  ),
  place(
    'The OID was added successfully.',
    'carequality.oids.added',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'updated' : 'added'}",
  ),
  place(
    'The OID was updated successfully.',
    'carequality.oids.updated',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'updated' : 'added'}",
  ),
  place('The OID was updated successfully.', 'carequality.oids.updated', 'cq/useOidDefault.ts'),
  place(
    'There was an error updating this OID.',
    'carequality.oids.updateFailed',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'updateFailed' : 'createFailed'}",
  ),
  place('There was an error updating this OID.', 'carequality.oids.updateFailed', 'cq/useOidDefault.ts'),
  place(
    'There was an error creating this OID.',
    'carequality.oids.createFailed',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'updateFailed' : 'createFailed'}",
  ),
  place('There was an error deleting this OID.', 'carequality.oids.deleteFailed', 'cq/DeleteOidDialog.tsx'),
  place('No Directory Entries have been configured', 'carequality.entries.none', 'cq/DirectoryEntries.tsx'),
  place(
    'The Directory Entry was added successfully.',
    'carequality.entries.added',
    'cq/DirectoryEntryDialog.tsx',
    "carequality.entries.${entry ? 'edited' : 'added'}",
  ),
  place(
    'The Directory Entry was edited successfully.',
    'carequality.entries.edited',
    'cq/DirectoryEntryDialog.tsx',
    "carequality.entries.${entry ? 'edited' : 'added'}",
  ),
  place('There was an error upserting this entry', 'carequality.entries.upsertFailed', 'cq/DirectoryEntryDialog.tsx'),
  place(
    'There was an error activating/deactivating this OID.',
    'carequality.entries.toggleFailed',
    'cq/ToggleEntryDialog.tsx',
  ),
  place(
    'Import Directory Entries from the FHIR Directory',
    'carequality.import.title',
    'cq/DirectoryImportDialog.tsx',
    "text('title')",
  ),
  place('There was an error syncing', 'carequality.import.failed', 'cq/useDirectoryImport.ts'),
];

const source = (file: string) => readFileSync(join(folder, file), 'utf8');

describe.each([
  ['organizations', organizations],
  ['activation, cancellation and deletion', deeds],
  ['OIDs and directory', directory],
])('texts of the specification: %s', (_area, places) => {
  it.each(places.map((one) => [one.text, one.file, one] as const))(
    '%s in %s',
    (_text, _file, { text, from, file, as }) => {
      expect(ofRules[from] ?? translate(from)).toBe(text);
      expect(source(file)).toContain(as ?? from);
    },
  );
});

/** Headings, states and buttons of spec 1 section 2, letter for letter. */
const words = [
  ['organizations.serviceAccounts.none', 'No Service Accounts Configured'],
  ['organizations.add', 'Add Organization'],
  ['records.save.action', 'Save Changes'],
  ['records.save.cancel', 'Cancel'],
  ['organizations.deeds.delete', 'Delete Organization'],
  ['organizations.deeds.disableLogin', 'Disable Login'],
  ['organizations.deeds.enableLogin', 'Enable Login'],
  ['organizations.deeds.activation', 'Activation Status'],
  ['organizations.deeds.clearCancellation', 'Clear Cancellation'],
  ['organizations.deeds.startCapture', 'Start API Capture'],
  ['organizations.deeds.stopCapture', 'Stop API Capture'],
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

describe('words of the organization pages', () => {
  it.each(words)('%s reads as the specification has it', (key, text) => {
    expect(translate(key)).toBe(text);
  });
});
