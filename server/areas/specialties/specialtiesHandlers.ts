import { specialties } from '../../../shared/contract/specialties.ts';
import { organizationSpecialties as table } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import type { Services } from '../../http/areaEntry.ts';
import { namedRecordHandlers } from '../../http/namedRecordHandlers.ts';
import type { Handlers } from '../../http/registerArea.ts';

export const specialtiesHandlers = (services: Services): Handlers<typeof specialties> => {
  const usedBy = organizations.specialtyId;
  const records = namedRecordHandlers(services, {
    area: 'specialties',
    one: 'specialty',
    table,
    saves: specialties.update,
    usedBy,
  });
  return {
    ...records,
    list: ({ query: { pageStart, ...query } }) => records.list({ query: { ...query, pageNumber: pageStart } }),
    update: ({ body }, context) => records.update({ params: { id: body.id }, body }, context),
  };
};
