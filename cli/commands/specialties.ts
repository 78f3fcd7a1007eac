import { recordCommands } from '../records/recordCommands.ts';
import { settableOf } from '../records/setFields.ts';

export const commands = recordCommands({
  name: 'specialties',
  area: 'specialties',
  one: 'specialty',
  pageField: 'pageStart',
  settable: settableOf('specialties.create'),
  examples: {
    create: '--set "name=Sports Medicine"',
    update: '--set "name=Sleep Medicine"',
    file: 'specialty.json',
  },
});
