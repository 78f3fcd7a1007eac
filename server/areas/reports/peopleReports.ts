import { made, dateTime, report, typed } from './reportStatement.ts';

/** One row for each person and organization they belong to. */
export const usersReport = report(
  [
    typed('First name', 'u.first_name'),
    typed('Last name', 'u.last_name'),
    typed('User name', 'u.user_name'),
    made('Role', 'u.role'),
    typed('Job title', 'u.job_title'),
    made('Login ability', `case when u.is_enabled then 'Enabled' else 'Disabled' end`),
    made('Organization number', 'o.org_id'),
    typed('Organization', 'o.name'),
    made('Administrator', `case when m.is_administrator then 'Yes' when m.user_id is not null then 'No' end`),
    dateTime('Created', 'u.create_date'),
    dateTime('Last sign-in', 'u.last_login_date'),
  ],
  `from users u
   left join organization_users m on m.user_id = u.id
   left join organizations o on o.id = m.organization_id
   where u.deleted_at is null
   order by u.id, o.org_id`,
);

export const directAddressesReport = report(
  [
    made('Organization number', 'o.org_id'),
    typed('Organization', 'o.name'),
    typed('Subdomain', 'o.subdomain'),
    typed('Direct address', 'd.address'),
    typed('Display name', 'd.display_name'),
    made('Status', `case when d.is_enabled then 'Enabled' else 'Disabled' end`),
    dateTime('Created', 'd.create_date'),
  ],
  `from document_sources d join organizations o on o.id = d.organization_id where d.type = 'DirectMessaging' order by o.org_id, d.address`,
);

/** One row for each organization and month that has counts; an organization without any has one row with empty counts. */
export const contactsUsageReport = report(
  [
    made('Organization number', 'o.org_id'),
    typed('Organization', 'o.name'),
    typed('Contact first name', 'o.contact_first_name'),
    typed('Contact last name', 'o.contact_last_name'),
    typed('Contact title', 'o.contact_title'),
    typed('Contact e-mail', 'o.contact_email'),
    typed('Contact phone', 'o.contact_phone'),
    made('Users', 'o.number_of_users'),
    made('Month', `to_char(c.month at time zone 'UTC', 'YYYY-MM')`),
    made('Messages sent', 'c.messages_sent'),
    made('Messages received', 'c.messages_received'),
    made('Fax pages', 'c.fax_pages'),
  ],
  `from (select * from organizations order by org_id offset 0) o
   left join lateral (select * from usage_statistics where organization_id = o.id order by month) c on true`,
);
