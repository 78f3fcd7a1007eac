/** @module-tag hard */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openInstallationSecrets } from '../../../server/identity/secrets/installationSecrets.ts';
import { publishedSeconds, rotateSigningKey } from '../../../server/identity/signingKeys.ts';
import { startServer } from '../../support/startApp.ts';
import { launchSecond } from '../platform/serverProcess.ts';
import { Browser } from '../identity/browser.ts';
import { addUser } from '../identity/identityServer.ts';
import { refresh, signIn } from '../identity/signIn.ts';
import { decodeProtectedHeader } from 'jose';

test('two running servers take up a new key without a failed call', { timeout: 300_000 }, async () => {
  const server = await startServer();
  const second = await launchSecond(server);
  const visit = { app: server.app, origin: server.config.publicUrl };
  const browser = new Browser(server.app, visit.origin);
  let { tokens } = await signIn(visit, await addUser(server.database), { browser });
  const failures: number[] = [];
  const signers = new Set<string | undefined>();
  const callAll = async () => {
    const renewed = await refresh(visit, tokens.refresh_token);
    if (renewed.status !== 200) failures.push(renewed.status);
    else tokens = renewed.body;
    signers.add(decodeProtectedHeader(tokens.access_token).kid);
    for (const url of [server.url, second.url]) {
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const { status } = await fetch(`${url}/api/users/profiledata`, { headers });
      if (status !== 200) failures.push(status);
    }
  };
  await callAll();
  const secrets = await openInstallationSecrets(server.database, server.config, server.app.log);
  const { kid } = await rotateSigningKey(secrets, { revoke: false });
  // The servers look for new keys every 30 seconds.
  const until = Date.now() + (publishedSeconds + 40) * 1000;
  while (Date.now() < until) {
    await callAll();
    await delay(200);
  }
  expect(failures).toEqual([]);
  expect([...signers].at(-1)).toBe(kid);
  second.child.kill('SIGTERM');
  await second.ended;
  await server.close();
});
