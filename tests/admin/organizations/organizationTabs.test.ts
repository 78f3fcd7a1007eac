import { describe, expect, it } from 'vitest';
import {
  missingTab,
  organizationTabs,
  tabAddress,
  tabOf,
  tabsFor,
} from '../../../admin/organizations/organizationTabs.ts';

const paths = (tabs: readonly { path: string }[]) => tabs.map(({ path }) => path);

describe('tabs of the organization editor', () => {
  it('are the twelve of the specification, in its order, and the subscription', () => {
    expect(paths(organizationTabs)).toEqual([
      'details',
      'contact',
      'efax',
      'westfax',
      'direct',
      'settings',
      'serviceaccount',
      'carequality',
      'cq',
      'qhin',
      'info',
      'ipaddresses',
      'subscription',
    ]);
  });
  it('show only details and contact until the organization has an id', () => {
    expect(paths(tabsFor(false, { WestFaxInterface: true }))).toEqual(['details', 'contact']);
  });
  it.each([
    ['westfax', true, false, 'off'],
    ['westfax', false, false, 'off'],
    ['westfax', false, true, 'unsaved'],
    ['westfax', true, true, undefined],
    ['efax', false, false, 'unsaved'],
    ['faxes', true, false, 'unknown'],
    ['efax', true, false, undefined],
    ['contact', false, false, undefined],
    ['', true, false, undefined],
  ] as const)(
    'give a reason for %j when it is not visible (saved: %j, toggle: %j)',
    (requested, saved, toggle, reason) => {
      const features = { WestFaxInterface: toggle };
      expect(missingTab(requested, tabsFor(saved, features), features)).toBe(reason);
    },
  );
  it('show WestFax only behind its feature', () => {
    expect(paths(tabsFor(true, { WestFaxInterface: false }))).not.toContain('westfax');
    expect(paths(tabsFor(true, { WestFaxInterface: true }))).toContain('westfax');
  });
  it.each([
    ['name', 'details'],
    ['address.zip', 'details'],
    ['contact.email', 'contact'],
    ['phone', 'details'],
    ['contact.phone', 'contact'],
    ['enabledFeatures', 'details'],
    ['homeCommunityId', 'carequality'],
    ['carequality.organizationOid', 'carequality'],
    ['qhin.parentOid', 'qhin'],
    ['direct.maxAddresses', 'settings'],
    ['settings.notificationEmails', 'settings'],
    ['allowedIpAddresses', 'ipaddresses'],
    ['somethingElse', 'details'],
  ] as const)('find the field %s on the tab %s', (field, tab) => {
    expect(tabOf(field)).toBe(tab);
  });
  it('have sub-paths, the default one none', () => {
    expect(tabAddress('7', 'details')).toBe('/admin/organizations/7');
    expect(tabAddress('7', 'contact')).toBe('/admin/organizations/7/contact');
    expect(tabAddress(undefined, 'contact')).toBe('/admin/organizations/add/contact');
  });
});
