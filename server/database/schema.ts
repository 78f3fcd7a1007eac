/** All tables, gathered for drizzle. */
import * as activity from './schema/activity.ts';
import * as addresses from './schema/addresses.ts';
import * as assignments from './schema/assignments.ts';
import * as auditSeals from './schema/auditSeals.ts';
import * as bulk from './schema/bulk.ts';
import * as carequality from './schema/carequality.ts';
import * as certificates from './schema/certificates.ts';
import * as emergencies from './schema/emergencies.ts';
import * as exchange from './schema/exchange.ts';
import * as integrations from './schema/integrations.ts';
import * as listCounts from './schema/listCounts.ts';
import * as lookups from './schema/lookups.ts';
import * as organizations from './schema/organizations.ts';
import * as organizationCounts from './schema/organizationCounts.ts';
import * as people from './schema/people.ts';
import * as providerDirectory from './schema/providerDirectory.ts';
import * as proofing from './schema/proofing.ts';
import * as records from './schema/records.ts';
import * as registrations from './schema/registrations.ts';
import * as signIn from './schema/signIn.ts';
import * as subscriptions from './schema/subscriptions.ts';
import * as terms from './schema/terms.ts';
import * as watch from './schema/watch.ts';
import { webhookAttempts, webhookDeliveries, webhooks } from './schema/webhooks.ts';
import * as workflows from './schema/workflows.ts';

export const schema = {
  ...activity,
  ...addresses,
  ...assignments,
  ...auditSeals,
  ...bulk,
  ...carequality,
  ...certificates,
  ...emergencies,
  ...exchange,
  ...integrations,
  ...listCounts,
  ...lookups,
  ...organizations,
  ...organizationCounts,
  ...people,
  ...providerDirectory,
  ...proofing,
  ...records,
  ...registrations,
  ...signIn,
  ...subscriptions,
  ...terms,
  ...watch,
  webhookAttempts,
  webhookDeliveries,
  webhooks,
  ...workflows,
};
