import { expect, test } from 'vitest';
import { startApp } from '../../support/startApp.ts';
import { refusal } from '../areas/organizationBuilders.ts';

test('a call that gets no connection within DATABASE_WAIT_MS is asked to come back, and is served afterwards', async () => {
  const server = await startApp({ env: { DATABASE_POOL: '1', DATABASE_WAIT_MS: '100' } });
  const call = () => server.client('SysAdmin').networks.list({});
  const taken = await server.database.pool.connect();
  const refused = await refusal(call());
  taken.release();
  expect(refused).toMatchObject({ status: 503, code: 'E-UNAVAILABLE' });
  expect((await call()).totalCount).toBeGreaterThan(0);
  await server.close();
});
