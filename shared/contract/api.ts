import { apicaptureconfig } from './apicaptureconfig.ts';
import { guid } from './guid.ts';
import { brands, networks, plans, resellers } from './lookups.ts';
import { organizations } from './organizations.ts';
import { profile } from './profile.ts';
import { reports } from './reports.ts';

/** Every call built so far, by area. Adding an area is one file and one line here. */
export const api = { profile, organizations, networks, resellers, plans, brands, reports, guid, apicaptureconfig };
export type Api = typeof api;
