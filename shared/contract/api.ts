import { apicaptureconfig } from './apicaptureconfig.ts';
import { attachments } from './attachments.ts';
import { audit } from './audit.ts';
import { brands } from './brands.ts';
import { bulkplans } from './bulkplans.ts';
import { carequality } from './carequality.ts';
import { diagnostics } from './diagnostics.ts';
import { documentsources } from './documentsources.ts';
import { eulas } from './eulas.ts';
import { fax } from './fax.ts';
import { features } from './features.ts';
import { guid } from './guid.ts';
import { identitylinks } from './identitylinks.ts';
import { inspector } from './inspector.ts';
import { mailbox } from './mailbox.ts';
import { messages } from './messages.ts';
import { networks } from './networks.ts';
import { organizations } from './organizations.ts';
import { plans } from './plans.ts';
import { preferences } from './preferences.ts';
import { preview } from './preview.ts';
import { profile } from './profile.ts';
import { reports } from './reports.ts';
import { resellers } from './resellers.ts';
import { retryjobs } from './retryjobs.ts';
import { specialties } from './specialties.ts';
import { users } from './users.ts';

/** Every call built so far, by area. Adding an area is one file and one line here. */
export const api = {
  profile,
  preferences,
  organizations,
  carequality,
  documentsources,
  fax,
  networks,
  resellers,
  plans,
  brands,
  specialties,
  features,
  eulas,
  reports,
  mailbox,
  guid,
  apicaptureconfig,
  bulkplans,
  audit,
  diagnostics,
  inspector,
  retryjobs,
  messages,
  attachments,
  preview,
  identitylinks,
  users,
};
export type Api = typeof api;
