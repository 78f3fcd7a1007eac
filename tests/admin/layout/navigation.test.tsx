import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppMenu } from '../../../admin/layout/AppMenu.tsx';
import { user } from '../providers/person.ts';
import { renderFor } from './renderFor.tsx';

afterEach(cleanup);

it.each([
  ['/admin/home', 'Overview'],
  ['/admin/dashboard/messaging', 'Messaging health'],
  ['/admin/dashboard/messaging/workflows', 'Workflows'],
  ['/admin/messages/100001/events', 'Messages'],
  ['/admin/organizations/import', 'Organizations'],
  ['/admin/organizations/import?action=orgs.login', 'Organizations'],
  ['/admin/organizations/import?action=reserved-words.create', 'Reserved words'],
  ['/admin/organizations/import?action=whitelist.create', 'Integration whitelist'],
  ['/admin/messagesandmore', undefined],
])('at %s marks one entry: %s', (at, name) => {
  renderFor({ profile: user(), at, routes: { '*': <AppMenu /> } });
  const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') !== null);
  expect(marked.map((link) => link.textContent)).toEqual(name === undefined ? [] : [name]);
});
