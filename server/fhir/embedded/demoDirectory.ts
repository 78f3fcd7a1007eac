import { places } from '../../seed/places.ts';
import { randomFor } from '../../seed/random.ts';
import { landmarks, practices, streets } from '../../seed/words.ts';

/** An organization of the demo directory. All of it is made up. */
export interface DemoOrganization {
  /** Its id in the directory, which is its first OID. */
  readonly id: string;
  readonly oids: readonly string[];
  readonly name: string;
  readonly aliases: readonly string[];
  readonly kind: 'Implementer' | 'Connection' | 'Sub-Connection';
  readonly responderType: string;
  readonly homeCommunityId: string;
  readonly purposeOfUseCodes: readonly string[];
  readonly parentId: string | null;
  readonly isActive: boolean;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** HL7's arc for examples. */
export const demoDirectoryRoot = '2.16.840.1.113883.19.5.9100';
const salt = 90;
const gateways = 6;
const systemsOfGateway = 3;
const clinicsOfSystem = 2;

/** Six gateways with three hospital systems each, and two clinics of each system: sixty organizations, always the same. */
export const demoDirectory: readonly DemoOrganization[] = Array.from({ length: gateways }, (_, index) => {
  const gateway = organization(`${demoDirectoryRoot}.${index + 1}`, null);
  const systems = Array.from({ length: systemsOfGateway }, (_unused, turn) => {
    const system = organization(`${gateway.id}.${turn + 1}`, gateway);
    return [
      system,
      ...Array.from({ length: clinicsOfSystem }, (_none, count) => organization(`${system.id}.${count + 1}`, system)),
    ];
  });
  return [gateway, ...systems.flat()];
}).flat();

/** Agencies that the network of the demo knows as those of emergencies. */
export const agencies =
  `Harbor County Health Department|High Desert Public Health Agency|Lakes Region Emergency Services|
Northern Plains Health Authority|Pine Ridge Disaster Relief|Riverbend Public Health Laboratory|Tidewater Health District`
    .split('|')
    .map((name, index) => ({ oid: `2.16.840.1.113883.19.5.9200.${index + 1}`, name: name.trim() }));

/** All that the directory answers: the agencies belong to the first gateway. */
export const searchableDirectory: readonly DemoOrganization[] = [
  ...demoDirectory,
  ...agencies.map(({ oid, name }): DemoOrganization => {
    const homeCommunityId = `${demoDirectoryRoot}.1`;
    const agency = organization(`${homeCommunityId}.${oid.split('.').at(-1)}`, null);
    return {
      ...agency,
      id: oid,
      oids: [oid],
      name,
      kind: 'Connection',
      responderType: 'GatewayMember',
      homeCommunityId,
      parentId: homeCommunityId,
    };
  }),
];

function organization(id: string, parent: DemoOrganization | null): DemoOrganization {
  const number = id
    .slice(demoDirectoryRoot.length + 1)
    .split('.')
    .reduce((sum, part) => sum * 10 + Number(part), 0);
  const random = randomFor(salt, number);
  const place = random.pick(places);
  const landmark = random.pick(landmarks);
  const isSystem = parent?.parentId === null;
  const name =
    parent === null
      ? `${landmark} Health Information Gateway`
      : isSystem
        ? `${landmark} Hospital System`
        : `${landmark} ${random.pick(practices)}`;
  return {
    id,
    // Hospital systems kept the identifier of the time before they merged.
    oids: isSystem ? [id, `${id}.900`] : [id],
    name,
    aliases: isSystem ? [`${landmark} Regional Medical Center`, `${place.city} General Hospital`] : [],
    kind: parent === null ? 'Implementer' : isSystem ? 'Connection' : 'Sub-Connection',
    responderType: parent === null ? 'GatewayResponder' : isSystem ? 'GatewayMember' : 'ChildLocation',
    homeCommunityId: parent === null || isSystem ? id : parent.id,
    purposeOfUseCodes: random.chance(0.5) ? ['TREATMENT'] : ['TREATMENT', 'PAYMENT', 'OPERATIONS'],
    parentId: parent?.id ?? null,
    isActive: isSystem || parent === null || random.chance(0.8),
    street: `${1 + random.below(9800)} ${random.pick(streets)}`,
    city: place.city,
    state: place.state,
    zip: `${place.zip}${String(random.below(100)).padStart(2, '0')}`,
  };
}
