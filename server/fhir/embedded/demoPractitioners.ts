import { randomFor } from '../../seed/random.ts';
import { givenNames, surnames } from '../../seed/words.ts';
import { type DemoOrganization, demoDirectory } from './demoDirectory.ts';

/** A practitioner of an organization of the demo directory. All of them are made up. */
export interface DemoPractitioner {
  readonly id: string;
  readonly organization: DemoOrganization;
  readonly given: readonly string[];
  readonly family: string;
  readonly phone: string;
  /** Null for one who cannot be reached by direct messaging. */
  readonly directAddress: string | null;
}

const salt = 91;
const perOrganization = 3;

/** The part of a direct address or of its domain that a name gives. */
const slug = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '-');

/** Numbers 555-01xx belong to no subscriber. */
const phoneOf = (organization: DemoOrganization, last: number): string =>
  `(555) 555-0${100 + ((demoDirectory.indexOf(organization) * 7 + last) % 100)}`;

export const demoPhone = (organization: DemoOrganization): string => phoneOf(organization, 0);
export const demoFax = (organization: DemoOrganization): string => phoneOf(organization, 1);

const domainOf = ({ name, id }: DemoOrganization): string =>
  `direct.${slug(name).slice(0, 40).replace(/-$/, '')}-${id.split('.').slice(-3).join('-')}.example`;

/** Gateways have no address: no message goes to them. */
export const demoAddress = (organization: DemoOrganization): string | null =>
  organization.parentId === null ? null : `records@${domainOf(organization)}`;

/** Three practitioners of each clinic, always the same. */
export const demoPractitioners: readonly DemoPractitioner[] = demoDirectory
  .filter(({ kind }) => kind === 'Sub-Connection')
  .flatMap((organization, index) =>
    Array.from({ length: perOrganization }, (_unused, turn): DemoPractitioner => {
      const random = randomFor(salt, index * perOrganization + turn);
      const family = random.pick(surnames);
      const given = [random.pick(givenNames), ...(random.chance(0.3) ? [random.pick(givenNames)] : [])];
      const name = `${slug(given[0] ?? '')}.${slug(family)}`;
      return {
        id: `practitioner-${index * perOrganization + turn + 1}`,
        organization,
        given,
        family,
        phone: phoneOf(organization, turn + 2),
        directAddress: random.chance(0.8) ? `${name}@${domainOf(organization)}` : null,
      };
    }),
  );
