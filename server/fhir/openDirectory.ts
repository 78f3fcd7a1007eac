import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { FhirDirectory, NationalDirectory } from './directory.ts';
import { embeddedTransport } from './embedded/embeddedTransport.ts';
import { registerFhirEndpoint } from './embedded/registerFhirEndpoint.ts';
import { fhirDirectory } from './fhirClient.ts';
import { httpTransport } from './httpTransport.ts';
import { nationalDirectory } from './nationalDirectory.ts';
import type { FhirTransport } from './transport.ts';

/** The directory of this installation: the one that was set up, else the demo's own; null where there is none. */
export async function openDirectory(
  app: FastifyInstance,
  { fhirDirectory: settings, demo, publicUrl }: Pick<Config, 'fhirDirectory' | 'demo' | 'publicUrl'>,
): Promise<(FhirDirectory & NationalDirectory) | null> {
  if (settings.url !== null) {
    return directoryOver(httpTransport(new URL(settings.url), { allowPrivate: settings.allowPrivate }));
  }
  if (!demo) return null;
  const base = new URL('/fhir', publicUrl);
  await registerFhirEndpoint(app, base.href);
  return directoryOver(embeddedTransport(app, base));
}

const directoryOver = (transport: FhirTransport) => ({ ...fhirDirectory(transport), ...nationalDirectory(transport) });
