import * as oidc from 'openid-client';
import type { Context } from '../context.ts';
import type { MachineSignIn } from '../profiles.ts';
import { machineProof } from './machineProof.ts';
import { audience } from './provider.ts';
import type { Flow } from './signIn.ts';

/** For cron and services: the machine proves itself, no person is asked. */
export const machineFlow = async (
  context: Context,
  machine: MachineSignIn,
  secret: string | undefined,
): Promise<Flow> => ({
  grant: 'client-credentials',
  clientId: machine.clientId,
  proof: await machineProof(context, machine, secret),
  ...(secret === undefined ? {} : { kept: { clientSecret: secret } }),
  obtain: (provider) => oidc.clientCredentialsGrant(provider, { scope: 'api', resource: audience }),
});
