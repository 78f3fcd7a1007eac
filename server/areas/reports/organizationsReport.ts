import { day, made, dateTime, report, typed } from './reportStatement.ts';

/** One row for each organization, in the order of their numbers. Subdomain and country are letters by their own rules. */
export const organizationsReport = report(
  [
    made('Organization number', 'o.org_id'),
    typed('Organization', 'o.name'),
    made('Network', 'n.name'),
    made('Subdomain', 'o.subdomain'),
    made('Reseller', 'r.name'),
    made('Tier code', 'p.tier_code'),
    made('Plan', 'p.name'),
    made('Activation status', `case when o.is_activated then 'Activated' else 'Not Activated' end`),
    made('Login ability', `case when o.is_enabled then 'Enabled' else 'Disabled' end`),
    made('Login type', `case when o.has_connection or b.connection_name is not null then 'SSO' else 'Password' end`),
    made('API capture', `case when o.api_capture then 'Capturing' else '' end`),
    made(
      'Cancellation',
      `case when o.cancel_at is null then '' when o.cancel_at > now() then 'Pending' else 'Canceled' end`,
    ),
    day('Cancellation date', 'o.cancel_at'),
    made('Users', 'o.number_of_users'),
    made('Brand', 'b.name'),
    made('Type', 't.name'),
    made('Specialty', 's.name'),
    made('NPI', 'o.npi'),
    typed('Street', 'o.street'),
    typed('City', 'o.city'),
    typed('State', 'o.state'),
    typed('ZIP', 'o.zip'),
    made('Country', 'o.country'),
    typed('Phone', 'o.phone'),
    typed('Contact first name', 'o.contact_first_name'),
    typed('Contact last name', 'o.contact_last_name'),
    dateTime('Created', 'o.create_date'),
    dateTime('Modified', 'o.modified_date'),
  ],
  // Ordered before the joins: sorting the wide rows afterwards would take longer than all the rest.
  `from (select * from organizations order by org_id offset 0) o
   left join networks n on n.id = o.network_id
   left join resellers r on r.id = o.reseller_id
   left join plans p on p.id = o.plan_id
   left join brands b on b.id = o.brand_id
   left join organization_types t on t.id = o.type_id
   left join organization_specialties s on s.id = o.specialty_id`,
  {
    networks: ['name'],
    resellers: ['name'],
    plans: ['name', 'tier_code'],
    brands: ['name', 'connection_name'],
    organization_types: ['name'],
    organization_specialties: ['name'],
  },
);
