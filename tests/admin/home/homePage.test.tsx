import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { HomePage } from '../../../admin/home/HomePage.tsx';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

afterEach(cleanup);
const open = (profile: ReturnType<typeof user>, at = '/intake') =>
  renderFor({ profile, at, routes: { [at]: <HomePage /> } });
const detail = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

describe('home page', () => {
  it('greets the person and says where and as what they work', () => {
    open(user({ roles: ['User'], organizationId: 'a', organizationName: 'Aspen', organizations: [] }));
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Pat Rivers' })).toBeTruthy();
    expect(detail('Role')).toBe('User');
    expect(detail('Organization')).toBe('Aspen');
    expect(screen.getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe('/account/logout');
  });
  it.each([
    [{ orgIsActivated: true }, 'Activated'],
    [{ orgIsActivated: false }, 'Not Activated'],
    [{ orgIsInGracePeriod: true }, 'In grace period'],
    [{ orgIsCancelled: true, orgIsInGracePeriod: true }, 'Canceled'],
  ])('%j reads as %s', (state, word) => {
    open(user({ roles: ['User'], organizationId: 'a', organizationName: 'Aspen', ...state }));
    expect(detail('Organization status')).toBe(word);
  });
  it('names what the plan does not include, each with the offer of an upgrade', async () => {
    const { inputsOf } = renderFor({
      profile: user({ roles: ['User'], organizationId: 'a', blockedFeatures: ['release', 'triage'] }),
      at: '/intake',
      routes: { '/intake': <HomePage /> },
      responses: { 'subscriptionplans.requestUpgrade': undefined },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Triage: Upgrade Subscription Plan' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Send Request' }));
    await screen.findByText('Your plan upgrade request has been sent.');
    expect(inputsOf('subscriptionplans.requestUpgrade')).toEqual([{ body: { feature: 'triage' } }]);
  });
  it('gives the reason in the place of a link to a page that the state of the organization closes', () => {
    const member = (orgIsActivated: boolean) =>
      user({ roles: ['User'], organizationId: 'a', organizationName: 'Aspen', orgIsActivated });
    open(member(false));
    expect(screen.queryByRole('link', { name: 'Open Find Provider' })).toBeNull();
    const button = screen.getByRole('button', { name: 'Open Find Provider' });
    expect(button.matches(':disabled')).toBe(true);
    const reason = screen.getByText('This page opens when your organization is activated.');
    expect(button.getAttribute('aria-describedby')).toBe(reason.id);
    cleanup();
    open(member(true));
    expect(screen.getByRole('link', { name: 'Open Find Provider' }).getAttribute('href')).toBe('/account/directory');
    expect(screen.queryByText('This page opens when your organization is activated.')).toBeNull();
  });
  it('leads to the pages the role may open', () => {
    open(user({ roles: ['SysAdmin'] }), '/account/dashboard');
    const names = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(names).toEqual([
      'Open Overview',
      'Open Find Provider',
      'Open Messaging health',
      'Open Workflows',
      'Open Messages',
      'Open Failure groups',
      'Open Retry jobs',
      'Open Organizations',
      'Open Registrations',
      'Open Users',
      'Open Identity reviews',
      'Open Contacts',
      'Open Document sources',
      'Open Fax numbers',
      'Open Networks',
      'Open Resellers',
      'Open Emergencies',
      'Open Source providers',
      'Open Plans',
      'Open Brands',
      'Open Specialties',
      'Open Apps',
      'Open Reserved words',
      'Open EULAs',
      'Open Integrations',
      'Open Integration whitelist',
      'Open Reports',
      'Open GUID generator',
      'Open Single sign-on',
      'Open Certificates',
      'Open Identity links',
      'Open Locked accounts',
      'Open Webhooks',
      'Open Audit',
      'Logout',
    ]);
    expect(screen.queryByText('Organization status')).toBeNull();
  });
});
