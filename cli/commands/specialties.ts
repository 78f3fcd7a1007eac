import { recordCommands } from '../records/recordCommands.ts';
import { settableOf } from '../records/setFields.ts';

export const commands = recordCommands({
  name: 'specialties',
  area: 'specialties',
  one: 'specialty',
  pageQuery: ({ pageNumber, ...query }) => ({ ...query, pageStart: pageNumber }),
  actions: { create: 'specialties.create', update: 'specialties.update', delete: 'specialties.delete' },
  settable: settableOf('specialties.create'),
  examples: {
    create: '--set "name=Sports Medicine"',
    update: '--set "name=Sleep Medicine"',
    file: 'specialty.json',
  },
});
