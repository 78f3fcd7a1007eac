import type { BrowserContext } from '@playwright/test';
import { newId } from '../../server/database/newId.ts';
import { launchChromium } from '../support/chromium.ts';
import { signedInContext } from './firstLoadBench.ts';
import { line, rounded, summary } from './measure.ts';
import type { Setup } from './setup.ts';

const rounds = 15;
const heavy = { users: 500, devices: 200, oids: 100 };

const addOrganization = async ({ url, token }: Setup, name: string): Promise<string> => {
  const response = await fetch(`${url}/api/organizations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, subdomain: `bench-${newId()}` }),
  });
  const { id } = (await response.json()) as { id?: string };
  if (id === undefined) throw new Error(`No organization: ${response.status}`);
  return id;
};

const fill = async ({ database: { pool } }: Setup, id: string) => {
  const ids = (count: number) => Array.from({ length: count }, newId);
  await pool.query(
    `insert into users (id, first_name, last_name, user_name, role, organization_id)
     select one, 'First', 'Last', one || '@bench.example', 'User', $2 from unnest($1::uuid[]) one`,
    [ids(heavy.users), id],
  );
  await pool.query(
    `insert into organization_users (organization_id, user_id, is_administrator) select $1, id, true from users where organization_id = $1`,
    [id],
  );
  await pool.query(
    `insert into devices (id, organization_id, name, type, serial_number) select one, $2, 'Scanner', 'Scanner', one::text from unnest($1::uuid[]) one`,
    [ids(heavy.devices), id],
  );
  await pool.query(
    `insert into alternate_oids (id, organization_id, value) select one, $2, '1.2.3.' || row_number() over () from unnest($1::uuid[]) one`,
    [ids(heavy.oids), id],
  );
};

/** Time from the navigation until the first tab can be typed into: the name is there and the button can be pressed. */
const open = async (context: BrowserContext, url: string, name: string): Promise<number> => {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  const ms = await page.evaluate(
    (expected) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const usable = [...document.querySelectorAll('input')].some(
            (input) => input.value === expected && !input.disabled,
          );
          if (usable) requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    name,
  );
  await page.waitForLoadState('networkidle');
  await page.close();
  return ms;
};

/** The editor of an organization with many people, devices and OIDs against that of one with none. */
export const editorBench = async (setup: Setup) => {
  line(`Editor until its first tab is usable, in Chromium (${rounds} interleaved rounds)`);
  const names = { none: 'Bench Without', heavy: 'Bench With Many' };
  const ids = { none: await addOrganization(setup, names.none), heavy: await addOrganization(setup, names.heavy) };
  await fill(setup, ids.heavy);
  const browser = await launchChromium();
  const context = await signedInContext(browser, setup);
  const times = { none: [] as number[], heavy: [] as number[] };
  for (let round = -1; round < rounds; round += 1) {
    for (const which of round % 2 === 0 ? (['none', 'heavy'] as const) : (['heavy', 'none'] as const)) {
      const ms = await open(context, `${setup.url}/admin/organizations/${ids[which]}`, names[which]);
      // The first round fills the caches of browser and server.
      if (round >= 0) times[which].push(ms);
    }
  }
  const median = (values: number[]) => summary(values).median;
  line(
    `  none ${rounded(median(times.none), 0)} ms   ${heavy.users} users, ${heavy.devices} devices, ${heavy.oids} OIDs ${rounded(median(times.heavy), 0)} ms   ${rounded(median(times.heavy) / median(times.none), 2)} x (goal 1.2 x)`,
  );
  await browser.close();
};
