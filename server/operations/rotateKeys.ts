import { parseArgs } from 'node:util';
import { openInstallationSecrets } from '../identity/secrets/installationSecrets.ts';
import { keyFileOf } from '../identity/secrets/keyFile.ts';
import { publishedSeconds, rotateSigningKey } from '../identity/signingKeys.ts';
import { runOperation, say, withInstallation } from './operation.ts';

const usage = `Usage: npm run keys:rotate -- [--revoke] [--key-file]
Makes a new key that signs tokens. It signs after ${publishedSeconds} s, and the keys before it verify until their tokens have expired; servers may run.
  --revoke    remove the keys before it: for a stolen key. All users sign in again; running servers notice within 30 s
  --key-file  instead, add a new key to the key file (CAREPOST_KEY_FILE) and encrypt the secrets in the database with it`;

await runOperation(usage, async () => {
  const { values } = parseArgs({
    options: {
      revoke: { type: 'boolean', default: false },
      'key-file': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(usage);
  return withInstallation(async (database, config) => {
    const secrets = await openInstallationSecrets(database, config, {
      warn: (...parts: unknown[]) => say(String(parts.at(-1))),
    });
    if (values['key-file']) {
      await secrets.rotateKeyFile();
      return say(
        `The secrets in the database are encrypted with the new key of ${keyFileOf(config)}. Copy the file to the other servers and into the backup.`,
      );
    }
    const { kid, signsFrom } = await rotateSigningKey(secrets, values);
    say(`The key ${kid} signs from ${signsFrom.toISOString()}.`);
  });
});
