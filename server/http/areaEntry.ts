import type { FastifyBaseLogger } from 'fastify';
import type { Area } from '../../shared/contract/endpoint.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';
import type { Documents } from '../documents/documents.ts';
import type { FhirDirectory, NationalDirectory } from '../fhir/directory.ts';
import type { Hubs } from '../live/hubs.ts';
import type { IdentityDocuments } from '../identity/secrets/identityDocuments.ts';
import type { InstallationSecrets } from '../identity/secrets/installationSecrets.ts';
import type { Payments } from '../payments/payments.ts';
import type { Knowledge } from '../proofing/knowledge/knowledge.ts';
import type { Proofing } from '../proofing/proofing.ts';
import type { Handlers } from './registerArea.ts';

/** What an area's handlers may use. */
export interface Services {
  readonly config: Config;
  readonly database: Database;
  /** Secrets of the installation that all processes share, encrypted with the key file. */
  readonly secrets: InstallationSecrets;
  readonly identityDocuments: IdentityDocuments;
  /** The national FHIR directory; null where none is set up. */
  readonly directory: (FhirDirectory & NationalDirectory) | null;
  /** The payment provider of subscriptions; null where none is set up. */
  readonly payments: Payments | null;
  /** The identity provider that verifies administrators of organizations; null where none is set up. */
  readonly proofing: Proofing | null;
  readonly knowledge: Knowledge | null;
  /** Reads and converts documents in threads of their own. */
  readonly documents: Documents;
  /** Tells people's browsers what happens. */
  readonly hubs: Hubs;
}

/** A line of the registry: an area of the contract and who answers it. */
export interface AreaEntry {
  readonly name: string;
  readonly rows: Area;
  createHandlers(services: Services): Handlers<Area>;
  /** Work of the area beside its calls, while the server runs; gives back how to stop it. */
  readonly startJobs?: StartJobs;
}

type StartJobs = (
  services: Services & { readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'> },
) => () => Promise<void>;

/** Checks the handlers of an area against its rows, then forgets the exact types so that entries fit in one list. */
export const areaEntry = <A extends Area>(
  name: string,
  rows: A,
  createHandlers: (services: Services) => Handlers<A>,
  startJobs?: StartJobs,
): AreaEntry => ({
  ...(startJobs ? { startJobs } : {}),
  name,
  rows,
  createHandlers,
});
