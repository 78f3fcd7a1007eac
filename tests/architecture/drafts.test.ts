import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Nothing typed is lost by the end of a session (quality SS-1): inputs have a draft, or there is a reason why not. */

const root = resolve(import.meta.dirname, '../..');
const hasInputs = /<(?:form|Form|SimpleForm|TextField|ReasonField|TagsBox|RadioGroup|textarea)\b|\buseForm\(/;
const hasDraft = /<FormDraft\b|\buseDraftValues\(/;

/** One input, whose state its form or page has. */
const input = 'an input of other forms';
/** Nothing is saved: it is typed again in a moment, or the address has it. */
const search = 'a filter or a search';
const withoutDraft: Readonly<Record<string, string>> = {
  'admin/components/ColumnFilterForm.tsx': search,
  'admin/components/ConfirmDialog.tsx': 'the typed name is a confirmation, which a draft must not give',
  'admin/components/DateEntry.tsx': input,
  'admin/components/DateRangeForm.tsx': search,
  'admin/components/FilterSelect.tsx': search,
  'admin/components/ReasonField.tsx': input,
  'admin/components/TagsInput.tsx': input,
  'admin/components/directory/FindProvider.tsx': search,
  'admin/bulk/BulkPreview.tsx': 'a run is planned anew: its rows are in no draft',
  'admin/bulk/import/ImportColumns.tsx': 'a file has to be chosen again first',
  'admin/guid/GuidForm.tsx': 'it converts and saves nothing',
  'admin/layout/SwitcherList.tsx': search,
  'admin/onboarding/QuizDialog.tsx': 'answers prove an identity',
  'admin/organizations/bulk/selectionOptions.tsx': 'options of selected rows, and the selection is not back',
  'admin/organizations/tabs/DirectoryImportDialog.tsx': 'the entries of the OIDs are looked up anew before an import',
  'admin/registration/EmailStep.tsx': 'no user is signed in',
  'admin/registration/RegisterForm.tsx': 'no user is signed in',
  'admin/reservedwords/NameTest.tsx': search,
  'admin/users/UserAccess.tsx': search,
  'admin/viewer/ccda/CcdaContents.tsx': search,
  'admin/viewer/ccda/CcdaSearch.tsx': search,
};

test('every component with inputs of its own keeps what was typed, except those with a reason', () => {
  const files = globSync('admin/**/*.tsx', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const missing = files.filter((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return hasInputs.test(source) && !hasDraft.test(source);
  });
  expect(missing.toSorted()).toEqual(Object.keys(withoutDraft).toSorted());
});
