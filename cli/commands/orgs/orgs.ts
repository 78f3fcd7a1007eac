import type { NounBody } from '../../command.ts';
import { orgsCheckSubdomain } from './orgsCheckSubdomain.ts';
import { orgsGet } from './orgsGet.ts';
import { orgsList } from './orgsList.ts';
import { orgsSpecialties, orgsTypes } from './orgsLookups.ts';
import { orgsNpi } from './orgsNpi.ts';

export const orgs: NounBody = { verbs: [orgsList, orgsGet, orgsTypes, orgsSpecialties, orgsCheckSubdomain, orgsNpi] };
