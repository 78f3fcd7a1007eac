import fc from 'fast-check';
import { expect, test } from 'vitest';
import { singleRowTable } from '../../cli/bulk/singleChange.ts';
import { bulkActions, bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { organizationType } from '../../cli/commands/orgs.ts';
import { isVisible } from '../../shared/rules/visibleText.ts';

const update = bulkActionNamed('orgs.update');
const id = '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55';

/** A text a person may type: anything but what no cell can hold. */
const typed = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((text) => text.trim())
  .filter((text) => text !== '\\N' && isVisible(text) && !/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(text));

test('the value of --set is passed to the action unchanged', async () => {
  if (update === undefined) throw new Error('orgs.update is missing');
  await fc.assert(
    fc.asyncProperty(
      typed,
      fc.uniqueArray(
        typed.filter((text) => !text.includes('|')),
        { maxLength: 4 },
      ),
      fc.boolean(),
      async (name, emails, flag) => {
        const values = { id, name, notification_emails: emails, direct_enabled: flag, number_of_users: 7, phone: null };
        const { row } = await singleRowTable(update, values);
        expect(row.values).toEqual({
          ...values,
          // An empty list clears.
          notification_emails: emails.length === 0 ? null : emails,
        });
      },
    ),
    {
      numRuns: 300,
      examples: [
        '=1+1',
        "'quoted",
        'Bob\u2019s \u201CClinic\u201D',
        'a;b,"c" | d',
        '+1 520',
        '"',
        '#1 Clinic',
        '_x',
        'Clinic\u00a0No.\u202f7',
        '\u201CAll of it\u201D',
      ].map((name): [string, string[], boolean] => [name, [name.replaceAll('|', '/')], true]),
    },
  );
});

test('every field that can be set has a column in both actions', () => {
  for (const name of ['orgs.create', 'orgs.update']) {
    const columns = bulkActions.find((action) => action.name === name)?.columns.map(({ field }) => field);
    for (const field of Object.keys(organizationType.settable))
      expect([name, columns]).toEqual([name, expect.arrayContaining([field])]);
  }
});
