import { addDays } from '../../shared/rules/dates.ts';
import { emergencySearchText } from '../../shared/rules/emergency.ts';
import { agencies } from '../fhir/embedded/demoDirectory.ts';
import { kinds } from './lookupRows.ts';
import { seedOf } from './organizationRows.ts';
import { seededId } from './random.ts';
import { day, type Extent, type Row, type TableRows } from './rowsOfEach.ts';

/** Names, days before today of their start and of their end (negative: ahead), their agencies and organizations by number. */
const emergencies = [
  ['Avian influenza surveillance', 210, null, [0, 3], [0, 1, 2, 5]],
  ['Hurricane Odette', 34, -12, [4, 6], [3, 4]],
  ['Measles outbreak, northern counties', 61, null, [1], [6, 7, 8, 9, 10, 11, 12]],
  ['Respiratory season 2025', 400, 220, [2, 3, 5], [0, 4, 9]],
  ['Spring flooding, Riverbend', 95, 3, [5], [13]],
  ['Wildfire smoke, western states', 20, -45, [1, 4], [2, 6, 14]],
] as const;

/** The first directory entry of an organization (carequalityRows.ts). */
const organization = (index: number, now: number) => ({
  oid: `2.16.840.1.113883.3.9999.${index + 1}.100`,
  name: seedOf(index, now).name,
});

function* emergencyRows({ organizations, now }: Extent): Generator<Row> {
  const today = new Date(now).toISOString().slice(0, 10);
  for (const [index, [name, started, ended, agencyNumbers, organizationNumbers]] of emergencies.entries()) {
    const members = [
      ...agencyNumbers.flatMap((number) => agencies[number] ?? []),
      ...organizationNumbers.filter((number) => number < organizations).map((number) => organization(number, now)),
    ];
    yield [
      seededId(kinds.emergency, index),
      name,
      ended === null ? null : addDays(today, -ended),
      addDays(today, -started),
      JSON.stringify(members),
      emergencySearchText(name, members),
      ended !== null && ended >= 0 ? new Date(now - ended * day) : null,
    ];
  }
}

/** Public health emergencies: active, scheduled and ended ones, and the agencies that the network knows. */
export const emergencyTables = (extent: Extent): TableRows[] => [
  {
    table: 'emergencies',
    columns: ['id', 'name', 'disabled_date', 'start_date', 'organizations', 'search_text', 'disabled_at'],
    rows: emergencyRows(extent),
  },
  { table: 'emergency_organizations', columns: ['oid', 'name'], rows: agencies.map(({ oid, name }) => [oid, name]) },
];
