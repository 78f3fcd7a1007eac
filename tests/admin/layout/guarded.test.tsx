import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Guarded, Landing } from '../../../admin/layout/Guarded.tsx';
import { menuFor, pages } from '../../../admin/pages.ts';
import type { PlanFeature } from '../../../shared/rules/plan.ts';
import { user } from '../providers/person.ts';
import { openSession, renderFor } from './renderFor.tsx';

afterEach(cleanup);

const roles = ['SysAdmin', 'SysAdminReporting', 'Administrator', 'User'] as const;
/** Spec 1 section 6 and spec 2 section 2: who may open what. */
const allowed: Record<string, readonly string[]> = {
  '/admin/home': ['SysAdmin'],
  '/admin/dashboard/messaging': ['SysAdmin', 'SysAdminReporting'],
  '/admin/dashboard/messaging/workflows': ['SysAdmin'],
  '/account/dashboard': ['Administrator'],
  '/account/profile': roles,
  '/account/subscription': ['Administrator'],
  '/account/directory': ['SysAdmin', 'Administrator', 'User'],
  '/account/people': ['Administrator'],
  '/account/people/import': ['Administrator'],
  '/account/people/runs': ['Administrator'],
  '/intake': ['Administrator', 'User'],
  '/admin/organizations': ['SysAdmin'],
  '/admin/organizations/import': ['SysAdmin'],
  '/admin/organizations/runs': ['SysAdmin'],
  '/admin/messages': ['SysAdmin'],
  '/admin/messages/failures': ['SysAdmin'],
  '/admin/messages/retries': ['SysAdmin'],
  '/admin/registrations': ['SysAdmin'],
  '/admin/users': ['SysAdmin'],
  '/admin/networks': ['SysAdmin'],
  '/admin/contacts': ['SysAdmin'],
  '/admin/documentsources': ['SysAdmin'],
  '/admin/documentsources/fax': ['SysAdmin'],
  '/admin/sourceproviders': ['SysAdmin'],
  '/admin/resellers': ['SysAdmin'],
  '/admin/emergencies': ['SysAdmin'],
  '/admin/emergencies/organizations': ['SysAdmin'],
  '/admin/eulas': ['SysAdmin'],
  '/admin/brands': ['SysAdmin'],
  '/admin/specialties': ['SysAdmin'],
  '/admin/apps': ['SysAdmin'],
  '/admin/reservedwords': ['SysAdmin'],
  '/admin/reservedwords/clashes': ['SysAdmin'],
  '/admin/integrations': ['SysAdmin'],
  '/admin/integrationwhitelist': ['SysAdmin'],
  '/admin/plans': ['SysAdmin'],
  '/admin/reports': ['SysAdmin'],
  '/admin/guid': ['SysAdmin'],
  '/admin/connections': ['SysAdmin'],
  '/admin/certificates': ['SysAdmin'],
  '/admin/identitylinks': ['SysAdmin'],
  '/admin/idproofing': ['SysAdmin'],
  '/admin/lockedusers': ['SysAdmin', 'Administrator'],
  '/admin/webhooks': ['SysAdmin', 'Administrator'],
  '/admin/audit': ['SysAdmin'],
  '/dev/mailbox': ['SysAdmin'],
};

describe('door of every page', () => {
  it('knows every page of the application', () => {
    expect(pages.map(({ path }) => path).toSorted()).toEqual(Object.keys(allowed).toSorted());
  });
  it.each(roles.flatMap((role) => pages.map(({ path, access }) => ({ role, path, access }))))(
    '$role at $path',
    async ({ role, path, access }) => {
      const drawn = vi.fn(() => <p>the page</p>);
      const Page = () => drawn();
      const { address } = renderFor({
        profile: user({ roles: [role] }),
        at: path,
        routes: {
          [path]: (
            <Guarded access={access}>
              <Page />
            </Guarded>
          ),
          '/unauthorized': <p>no</p>,
        },
      });
      const may = allowed[path]?.includes(role) ?? false;
      await screen.findByText(may ? 'the page' : 'no');
      expect(address()).toBe(may ? path : '/unauthorized');
      expect(drawn).toHaveBeenCalledTimes(may ? 1 : 0);
    },
  );
  it.each([
    ['Administrator', '/account/dashboard'],
    ['User', '/intake'],
  ] as const)(
    'leads a %s of an organization that is not activated to the start page, and says why',
    async (role, landing) => {
      const drawn = vi.fn(() => <p>the page</p>);
      const Page = () => drawn();
      const visit = (orgIsActivated: boolean) =>
        renderFor({
          profile: user({ roles: [role], orgIsActivated }),
          at: '/account/directory',
          routes: {
            '/account/directory': (
              <Guarded access={['Administrator', 'User']}>
                <Page />
              </Guarded>
            ),
            [landing]: <p>start page</p>,
          },
        });
      visit(false);
      await screen.findByText('start page');
      expect(screen.getByText('This page opens when your organization is activated.')).toBeTruthy();
      expect(drawn).not.toHaveBeenCalled();
      cleanup();
      visit(true);
      await screen.findByText('the page');
    },
  );
  it('leads to the start page where the brand of the organization has no such page', async () => {
    const visit = (brandName: string | null) =>
      renderFor({
        profile: user({ roles: ['User'], organizationId: 'a', brandName }),
        at: '/page',
        routes: {
          '/page': (
            <Guarded access={['User']} needs={{ brands: ['Orchid Share'] }}>
              <p>the page</p>
            </Guarded>
          ),
          '/intake': <p>start page</p>,
        },
      });
    visit('Summit Direct');
    await screen.findByText('start page');
    expect(screen.getByText('Your organization does not have this page.')).toBeTruthy();
    cleanup();
    visit('Orchid Share');
    await screen.findByText('the page');
  });
  it('offers an upgrade in the place of a page that is not in the plan, and leads back; a visit begins elsewhere', async () => {
    const drawn = vi.fn(() => <p>the page</p>);
    const Page = () => drawn();
    const visit = (at: string, role: 'User' | 'Administrator', blocked: PlanFeature[] = ['release']) =>
      renderFor({
        profile: user({
          roles: [role],
          isAdmin: role === 'Administrator',
          organizationId: 'a',
          blockedFeatures: blocked,
        }),
        at,
        routes: {
          '/page': (
            <Guarded access={['User', 'Administrator']} needs={{ planFeature: 'release' }}>
              <Page />
            </Guarded>
          ),
          '/before': <Link to="/page">to the page</Link>,
          '/intake': <p>start page</p>,
          '/account/subscription': <p>the plans</p>,
        },
        responses: { 'subscriptionplans.requestUpgrade': undefined },
      });
    visit('/page', 'User');
    await screen.findByText('start page');
    expect(screen.getByText('The plan of your organization does not include this page.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();

    const { inputsOf, address } = visit('/before', 'User');
    fireEvent.click(await screen.findByText('to the page'));
    await screen.findByRole('dialog', { name: 'Upgrade Subscription Plan' });
    expect(screen.getByText(/does not include: Release documents\./)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send Request' }));
    await waitFor(() => expect(address()).toBe('/before'));
    expect(inputsOf('subscriptionplans.requestUpgrade')).toEqual([{ body: { feature: 'release' } }]);
    fireEvent.click(await screen.findByText('to the page'));
    fireEvent.click(await screen.findByRole('button', { name: 'Not Now' }));
    await waitFor(() => expect(address()).toBe('/before'));
    cleanup();

    visit('/before', 'Administrator');
    fireEvent.click(await screen.findByText('to the page'));
    fireEvent.click(await screen.findByRole('link', { name: 'Compare plans' }));
    await screen.findByText('the plans');
    expect(drawn).not.toHaveBeenCalled();
    cleanup();
    visit('/page', 'User', []);
    await screen.findByText('the page');
  });
  it('sends whoever is not signed in to the sign-in, with the page to return to, and draws nothing', async () => {
    const signIn = vi.fn(() => new Promise<never>(() => undefined));
    renderFor({
      profile: undefined,
      session: openSession({ signedIn: false, signIn }),
      at: '/admin/guid?x=1',
      routes: { '/admin/guid': <Guarded access={['SysAdmin']}>the page</Guarded> },
    });
    await waitFor(() => expect(signIn).toHaveBeenCalledWith({ returnTo: '/admin/guid?x=1' }));
    expect(screen.queryByText('the page')).toBeNull();
  });
});

describe('start page', () => {
  it.each([
    ['SysAdmin', '/admin/dashboard/messaging'],
    ['SysAdminReporting', '/admin/dashboard/messaging'],
    ['Administrator', '/account/dashboard'],
    ['User', '/intake'],
  ] as const)('of %s is %s', async (role, path) => {
    const { address } = renderFor({
      profile: user({ roles: [role] }),
      at: '/',
      routes: { '/': <Landing />, [path]: <p>here</p> },
    });
    await screen.findByText('here');
    expect(address()).toBe(path);
  });
  it('of an administrator who is also a user is the administrator’s', async () => {
    const { address } = renderFor({
      profile: user({ roles: ['User', 'Administrator'] }),
      at: '/',
      routes: { '/': <Landing />, '*': <p>here</p> },
    });
    await screen.findByText('here');
    expect(address()).toBe('/account/dashboard');
  });
});

it.each([
  [
    ['SysAdmin'],
    [
      '/admin/home',
      '/account/directory',
      '/admin/dashboard/messaging',
      '/admin/dashboard/messaging/workflows',
      '/admin/messages',
      '/admin/messages/failures',
      '/admin/messages/retries',
      '/admin/organizations',
      '/admin/registrations',
      '/admin/users',
      '/admin/idproofing',
      '/admin/contacts',
      '/admin/documentsources',
      '/admin/documentsources/fax',
      '/admin/networks',
      '/admin/resellers',
      '/admin/emergencies',
      '/admin/sourceproviders',
      '/admin/plans',
      '/admin/brands',
      '/admin/specialties',
      '/admin/apps',
      '/admin/reservedwords',
      '/admin/eulas',
      '/admin/integrations',
      '/admin/integrationwhitelist',
      '/admin/reports',
      '/admin/guid',
      '/admin/connections',
      '/admin/certificates',
      '/admin/identitylinks',
      '/admin/lockedusers',
      '/admin/webhooks',
      '/admin/audit',
    ],
  ],
  [['SysAdminReporting'], ['/admin/dashboard/messaging']],
  [
    ['Administrator'],
    [
      '/account/dashboard',
      '/account/subscription',
      '/account/people',
      '/account/directory',
      '/admin/lockedusers',
      '/admin/webhooks',
    ],
  ],
  [['User'], ['/intake', '/account/directory']],
  [undefined, []],
])('navigation of %j', (held, paths) => {
  expect(menuFor(held).map(({ path }) => path)).toEqual(paths);
});
