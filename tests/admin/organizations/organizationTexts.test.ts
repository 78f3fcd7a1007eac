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
interface UsedText {
  readonly text: string;
  readonly from: string;
  readonly file: string;
  /** Where the key is put together or a rule is asked; else the key itself. */
  readonly as?: string;
}
const usedText = (text: string, from: string, file: string, as?: string): UsedText =>
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
const organizations: readonly UsedText[] = [
  usedText('The organization was saved successfully.', 'organizations.save.saved', 'useOrganizationSave.ts'),
  usedText('There was an error saving this organization.', 'organizations.save.failed', 'useOrganizationSave.ts'),
  usedText('Please fill out all required fields.', 'organizations.save.incomplete', 'OrganizationForm.tsx'),
  usedText(
    'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.',
    'organizations.save.subdomain',
    'useOrganizationSave.ts',
  ),
  usedText('Organization Login Ability has been updated.', 'organizations.login.updated', 'useOrganizationToggle.tsx'),
  usedText(
    'There was an error updating the organization login ability.',
    'organizations.login.failed',
    'useOrganizationToggle.tsx',
  ),
  usedText('Organization API settings updated.', 'organizations.apiCapture.updated', 'useOrganizationToggle.tsx'),
  usedText(
    'There was an error updating the organization API setting.',
    'organizations.apiCapture.failed',
    'useOrganizationToggle.tsx',
  ),
  usedText('Organization Intercom Sync has been initialized.', 'organizations.sync.started', 'SyncStarted.tsx'),
  usedText(
    'There was an error trying to sync organization with Intercom.',
    'organizations.sync.failed',
    'useOrganizationToggle.tsx',
  ),
  usedText(
    'The service account limit was saved successfully.',
    'organizations.serviceAccounts.limitSaved',
    'ServiceAccounts.tsx',
  ),
  usedText('Address count updated', 'organizations.serviceAccounts.addressesUpdated', 'ServiceAccountCard.tsx'),
  usedText('Error updating address count', 'organizations.serviceAccounts.addressesFailed', 'ServiceAccountCard.tsx'),
  usedText(
    'The number of Allowed Addresses cannot be lower than 3',
    'addressLimitProblem',
    'ServiceAccountCard.tsx',
    'addressLimitProblem(',
  ),
  usedText(
    'The reseller has changed. You will need to ensure the subscription in the card payment provider is updated to reflect this change.',
    'resellerChangedText',
    'ResellerPlanInputs.tsx',
    'resellerChange(',
  ),
  usedText(
    'Removing a Licensing Reseller will reset the organization to a Free Plan.',
    'licensingRemovedText',
    'ResellerPlanInputs.tsx',
    'resellerChange(',
  ),
  usedText(
    "Can't remove Licenser because this organization exceeds the user limit for the free plan.",
    'licensingKeptText',
    'ResellerPlanInputs.tsx',
    'resellerChange(',
  ),
];

/** Spec 1 section 8, Activation, Clear cancellation and Delete. */
const actions: readonly UsedText[] = [
  usedText(
    'Organization Activation Status has been updated.',
    'organizations.activation.updated',
    'ActivationDialog.tsx',
  ),
  usedText(
    'There was an error updating the organization activation status.',
    'organizations.activation.failed',
    'ActivationDialog.tsx',
  ),
  usedText('Activation status is required.', 'organizations.activation.required', 'ActivationDialog.tsx'),
  usedText(
    'The cancellation was cleared successfully.',
    'organizations.clearCancellation.cleared',
    'ClearCancellationDialog.tsx',
  ),
  usedText(
    'There was an error clearing the cancellation for this organization.',
    'organizations.clearCancellation.failed',
    'ClearCancellationDialog.tsx',
  ),
  usedText(
    'The organization was deleted successfully.',
    'organizations.delete.deleted',
    'DeleteOrganizationDialog.tsx',
  ),
  usedText(
    'There was an error deleting this organization.',
    'organizations.delete.failed',
    'DeleteOrganizationDialog.tsx',
  ),
];

/** Spec 1 section 8, OIDs and Directory, with the titles and empty states of section 2. */
const directory: readonly UsedText[] = [
  usedText('No alternate OIDs have been configured', 'carequality.oids.none', 'cq/AlternateOids.tsx'),
  usedText(
    'Add Alternate Organization OID',
    'carequality.oids.addTitle',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'editTitle' : 'addTitle'}",
  ),
  usedText(
    'Edit Alternate Organization OID',
    'carequality.oids.editTitle',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'editTitle' : 'addTitle'}",
  ),
  usedText(
    'The OID was added successfully.',
    'carequality.oids.added',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'updated' : 'added'}",
  ),
  usedText(
    'The OID was updated successfully.',
    'carequality.oids.updated',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'updated' : 'added'}",
  ),
  usedText('The OID was updated successfully.', 'carequality.oids.updated', 'cq/useOidDefault.ts'),
  usedText(
    'There was an error updating this OID.',
    'carequality.oids.updateFailed',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'updateFailed' : 'createFailed'}",
  ),
  usedText('There was an error updating this OID.', 'carequality.oids.updateFailed', 'cq/useOidDefault.ts'),
  usedText(
    'There was an error creating this OID.',
    'carequality.oids.createFailed',
    'cq/OidDialog.tsx',
    "carequality.oids.${oid ? 'updateFailed' : 'createFailed'}",
  ),
  usedText('There was an error deleting this OID.', 'carequality.oids.deleteFailed', 'cq/DeleteOidDialog.tsx'),
  usedText('No Directory Entries have been configured', 'carequality.entries.none', 'cq/DirectoryEntries.tsx'),
  usedText(
    'The Directory Entry was added successfully.',
    'carequality.entries.added',
    'cq/DirectoryEntryDialog.tsx',
    "carequality.entries.${entry ? 'edited' : 'added'}",
  ),
  usedText(
    'The Directory Entry was edited successfully.',
    'carequality.entries.edited',
    'cq/DirectoryEntryDialog.tsx',
    "carequality.entries.${entry ? 'edited' : 'added'}",
  ),
  usedText(
    'There was an error upserting this entry',
    'carequality.entries.upsertFailed',
    'cq/DirectoryEntryDialog.tsx',
  ),
  usedText(
    'There was an error activating/deactivating this OID.',
    'carequality.entries.toggleFailed',
    'cq/ToggleEntryDialog.tsx',
  ),
  usedText(
    'Import Directory Entries from the FHIR Directory',
    'carequality.import.title',
    'cq/DirectoryImportDialog.tsx',
    "text('title')",
  ),
  usedText('There was an error syncing', 'carequality.import.failed', 'cq/useDirectoryImport.ts'),
];

const source = (file: string) => readFileSync(join(folder, file), 'utf8');

describe.each([
  ['organizations', organizations],
  ['activation, cancellation and deletion', actions],
  ['OIDs and directory', directory],
])('texts of the specification: %s', (_area, positions) => {
  it.each(positions.map((one) => [one.text, one.file, one] as const))(
    '%s in %s',
    (_text, _file, { text, from, file, as }) => {
      expect(ofRules[from] ?? translate(from)).toBe(text);
      expect(source(file)).toContain(as ?? from);
    },
  );
});

/** Headings, states and buttons of spec 1 section 2, letter for letter. */
const exactTexts = [
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
  it.each(exactTexts)('%s reads as the specification has it', (key, text) => {
    expect(translate(key)).toBe(text);
  });
});
