import { describe, expect, it } from 'vitest';
import { brandModel } from '../../../admin/brands/brandModel.ts';
import { fieldPathsOf } from '../../../admin/components/versionConflict.ts';
import { eulaModel } from '../../../admin/eulas/eulaModel.ts';
import { messages } from '../../../admin/i18n/en.ts';
import { networkModel } from '../../../admin/networks/networkModel.ts';
import { pages } from '../../../admin/pages.ts';
import { planModel } from '../../../admin/plans/planModel.ts';
import { createI18nProvider } from '../../../admin/i18n/i18nProvider.ts';
import { resellerModel } from '../../../admin/resellers/resellerModel.ts';

const { translate } = createI18nProvider(messages);
const missing = '(missing)';
const resourceOf = (words: string, { empty }: { empty: object }) => ({ words, path: `/admin/${words}`, empty });
const contexts = [
  resourceOf('networks', networkModel),
  resourceOf('resellers', resellerModel),
  resourceOf('eulas', eulaModel),
  resourceOf('brands', brandModel),
  resourceOf('plans', planModel),
];

// The shared record pages compose their keys from the prefix of the desk, so no search through the sources finds them.
describe.each(contexts.map((bulkContext) => [bulkContext.words, bulkContext] as const))(
  'words of %s',
  (text, bulkContext) => {
    it.each(['title', 'add', 'search', 'none', 'saved', 'saveFailed', 'deleted', 'deleteFailed', 'deleteText'])(
      'say %s',
      (name) => {
        expect(translate(`${text}.${name}`, { _: missing })).not.toBe(missing);
      },
    );
    it('name every field of the form', () => {
      const nameless = fieldPathsOf(bulkContext.empty).filter(
        (path) => translate(`${text}.fields.${path}`, { _: missing }) === missing,
      );
      expect(nameless).toEqual([]);
    });
    it('have a page for SysAdmin alone that answers below its path', () => {
      const page = pages.find(({ path }) => path === bulkContext.path);
      expect(page).toMatchObject({ access: ['SysAdmin'] });
      expect(translate(page?.label ?? '', { _: missing })).not.toBe(missing);
    });
  },
);
