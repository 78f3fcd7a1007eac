import type { Database } from '../database/openDatabase.ts';
import { type MachineClient, registerMachineClient } from './machineClients.ts';

/** Machine clients of the demo data, refused by every server that is not the demo. Their secrets are public knowledge. */
export const demoClients: readonly (MachineClient & { readonly secret: string })[] = [
  {
    clientId: 'demo-automation',
    name: 'Demo automation',
    role: 'SysAdmin',
    secret: 'demo-automation-secret',
    isDemo: true,
  },
  {
    clientId: 'demo-reporting',
    name: 'Demo reporting',
    role: 'SysAdminReporting',
    secret: 'demo-reporting-secret',
    isDemo: true,
  },
];

export async function seedDemoClients(database: Database): Promise<void> {
  await Promise.all(demoClients.map((client) => registerMachineClient(database, client)));
}
