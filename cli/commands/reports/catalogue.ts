import type { Download } from '../../../shared/client/download.ts';
import type { CallOptions, Client } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';

/** The reports of the platform by the name they have on the command line (spec 1 section 7). */
export interface Report {
  readonly name: string;
  readonly holds: string;
  readonly call: string;
  /** The columns that together name a row. */
  readonly key: readonly string[];
  readonly download: (client: Client, options: CallOptions) => Promise<Download>;
}

type Row = keyof Client['reports'];

const report = (name: string, holds: string, key: readonly string[], row: Row): Report => ({
  name,
  holds,
  key,
  call: `GET ${wire['reports']?.[row]?.path ?? ''}`,
  download: (client, options) => client.reports[row]({}, options),
});

const number = 'Organization number';

export const reportCatalogue: readonly Report[] = [
  report('direct-addresses', 'direct addresses of all organizations', [number, 'Direct address'], 'directAddresses'),
  report('organizations', 'all organizations', [number], 'organizations'),
  report('contacts-usage', 'contacts and usage of all organizations', [number, 'Month'], 'contactsUsage'),
  report('users', 'users of all organizations', ['User name', number], 'users'),
];
export const reportNames = reportCatalogue.map(({ name }) => name);
