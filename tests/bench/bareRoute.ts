import fastify from 'fastify';
import pg from 'pg';

/** The rival of the list: a bare route with a bare select, no sign-in, no checks, no total. Prints its port. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 12 });
const app = fastify();
app.get('/', async () => {
  const { rows } = await pool.query({
    name: 'page',
    text: `select o.id, o.org_id, o.name, n.name as network_name, o.subdomain, r.name as reseller_name, p.tier_code, o.is_activated,
             o.is_enabled, o.api_capture, o.cancel_at, b.connection_name
      from (select * from organizations order by name_sort, id limit 10) o
      left join networks n on n.id = o.network_id left join resellers r on r.id = o.reseller_id
      left join plans p on p.id = o.plan_id left join brands b on b.id = o.brand_id
      order by o.name_sort, o.id`,
  });
  return { items: rows };
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.(typeof address === 'object' && address ? address.port : 0);
