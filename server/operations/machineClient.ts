import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { machineKeyProblem, machineKeys } from '../../node/machineKeys.ts';
import { type Role, roles } from '../../shared/contract/endpoint.ts';
import type { Database } from '../database/openDatabase.ts';
import { isProductClient } from '../identity/clients.ts';
import { disableMachineClient, registerMachineClient } from '../identity/machineClients.ts';
import { runOperation, say, UsageError, withInstallation } from './operation.ts';

const leastSecretLength = 20;
const usage = `Usage: npm run clients:set -- --id <id> --name <name> --role <role> (--public-key <file> | --secret-stdin)
       npm run clients:set -- --id <id> --disable
Adds a machine client, which signs in without a person (carepost login --client-credentials), or gives the one of this id a new name, role
and key or secret, which ends its tokens. Servers may run; the change counts at once.
  --role          one of ${roles.join(', ')}
  --public-key    PEM file of ${machineKeys}: openssl pkey -in key.pem -pubout -out key.pub.pem
  --secret-stdin  a secret of at least ${leastSecretLength} characters on standard input; only its hash is stored
  --disable       refuse the client and its tokens from now on`;

/** The public key of a PEM file as a set of keys. Throws a UsageError for another file and for a private key. */
async function publicKeysOf(path: string) {
  const pem = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${path} cannot be read (${error.code}).`);
  });
  if (pem.includes('PRIVATE KEY'))
    throw new UsageError(`${path} has a private key, which stays with the machine: use the public one.`);
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new UsageError(`The file ${path} has no public key in PEM form.`);
  }
  const problem = machineKeyProblem(key);
  if (problem !== null) throw new UsageError(`The key of ${path} ${problem}: use ${machineKeys}.`);
  return { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig' }] };
}

async function disable(database: Database, id: string): Promise<void> {
  if (!(await disableMachineClient(database, id)))
    throw new UsageError(`There is no machine client with the id ${id}.`);
  say(`The machine client ${id} is refused from now on.`);
}

const required = (value: string | undefined, flag: string): string => {
  if (value?.trim()) return value.trim();
  throw new UsageError(`${flag} is missing.`);
};

const roleOf = (name: string): Role => {
  const role = roles.find((known) => known === name);
  if (role === undefined) throw new UsageError(`--role must be one of ${roles.join(', ')}.`);
  return role;
};

async function proofOf(keyFile: string | undefined, hasSecret: boolean) {
  if ((keyFile !== undefined) === hasSecret) throw new UsageError('Use either --public-key or --secret-stdin.');
  if (keyFile !== undefined) return { jwks: await publicKeysOf(keyFile) };
  const secret = (await text(process.stdin)).trim();
  if (secret.length < leastSecretLength)
    throw new UsageError(`The secret must have at least ${leastSecretLength} characters.`);
  return { secret };
}

await runOperation(usage, async () => {
  const { values } = parseArgs({
    options: {
      id: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      'public-key': { type: 'string' },
      'secret-stdin': { type: 'boolean', default: false },
      disable: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(usage);
  const clientId = required(values.id, '--id');
  if (isProductClient(clientId)) throw new UsageError(`--id: ${clientId} is a client of the product itself.`);
  if (values.disable) return withInstallation((database) => disable(database, clientId));
  const client = { clientId, name: required(values.name, '--name'), role: roleOf(required(values.role, '--role')) };
  const proof = await proofOf(values['public-key'], values['secret-stdin']);
  return withInstallation(async (database) => {
    await registerMachineClient(database, { ...client, ...proof });
    say(`The machine client ${clientId} may sign in and acts with the role ${client.role}.`);
  });
});
