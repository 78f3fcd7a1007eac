import type { TestApp } from '../../support/startApp.ts';
import { startedBy, visitorOf } from '../areas/registrationVisitor.ts';

type Existing = Readonly<Record<string, readonly Record<string, string>[]>>;

/** Registrations that random calls complete, mail again and cancel; with the agreement that is shown. */
export async function registrationRecords(running: TestApp): Promise<Record<string, Record<string, string>[]>> {
  const completed = await startedBy(running, 'complete@random.example');
  const open = await startedBy(running, 'open@random.example');
  for (const name of ['resent', 'canceled']) await startedBy(running, `${name}@random.example`);
  const { registration } = running.client('SysAdmin');
  const idOf = async (name: string) => (await registration.list({ query: { search: `${name}@` } })).items[0]?.id ?? '';
  const { terms } = await visitorOf(running).registration.offer({});
  return {
    '/api/registration/complete': [{ token: completed, eulaId: terms?.id ?? '' }],
    '/api/registration/link': [{ token: open }],
    '/api/admin/registrations/{id}/resend': [{ id: await idOf('resent') }],
    '/api/admin/registrations/{id}/cancel': [{ id: await idOf('canceled') }],
  };
}

/** Bodies that are accepted for sure. */
export const registrationCalls = (existing: Existing) => {
  const token = existing['/api/registration/link']?.[0]?.['token'];
  return {
    'POST /api/registration': { body: { emailAddress: 'start@random.example' } },
    'POST /api/registration/link': { body: { token } },
    'POST /api/registration/subdomain': { body: { token, subdomain: 'random' } },
    'POST /api/registration/complete': {
      body: {
        ...existing['/api/registration/complete']?.[0],
        organizationName: 'Random Registered Clinic',
        subdomain: 'random-registered',
        firstName: 'Rita',
        lastName: 'Novak',
        jobTitle: 'Physician',
        password: 'a long random password',
      },
    },
    'POST /api/admin/registrations/{id}/resend': {},
    'POST /api/admin/registrations/{id}/cancel': {},
  };
};
