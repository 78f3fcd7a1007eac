import { describe, expect, it, test } from 'vitest';
import { freePlanUserLimit, planAllows, plansFor } from '../../../shared/rules/plan.ts';
import { mayChooseReseller, resellerChange, resellerTypes } from '../../../shared/rules/reseller.ts';

const small = { id: 'small', allowedUsers: 5 };
const large = { id: 'large', allowedUsers: 50 };
const open = { id: 'open', allowedUsers: -1 };
const plans = [small, large, open];

describe('a plan', () => {
  test.each([
    [5, ['small', 'large', 'open']],
    [6, ['large', 'open']],
    [51, ['open']],
  ])('for %i users can be %j', (users, ids) => {
    expect(plansFor(plans, users).map((plan) => plan.id)).toEqual(ids);
  });

  it('is the free one when there is none, with 3 users at most', () => {
    expect(freePlanUserLimit).toBe(3);
    expect(planAllows(null, 3)).toBe(true);
    expect(planAllows(null, 4)).toBe(false);
  });
});

describe('changing the reseller', () => {
  const affiliate = { id: 'aff', type: resellerTypes.Affiliate };
  const otherAffiliate = { id: 'aff2', type: resellerTypes.Affiliate };
  const licensing = { id: 'lic', type: resellerTypes.Licensing };
  const otherLicensing = { id: 'lic2', type: resellerTypes.Licensing };

  it('picks the first plan with room when a licensing reseller comes and there is no plan', () => {
    const organization = { planId: null, reseller: null, numberOfUsers: 9 };
    expect(resellerChange(organization, licensing, plans)).toEqual({
      blocked: null,
      warning: null,
      resellerId: 'lic',
      planId: 'large',
    });
  });

  it('keeps the plan from one licensing reseller to the next', () => {
    const organization = { planId: 'large', reseller: licensing, numberOfUsers: 4 };
    expect(resellerChange(organization, otherLicensing, plans)).toMatchObject({
      resellerId: 'lic2',
      planId: 'large',
      warning: null,
    });
  });

  it('resets to the free plan when the licensing reseller goes', () => {
    const organization = { planId: 'small', reseller: licensing, numberOfUsers: 3 };
    expect(resellerChange(organization, null, plans)).toEqual({
      blocked: null,
      warning: 'Removing a Licensing Reseller will reset the organization to a Free Plan.',
      resellerId: null,
      planId: null,
    });
    expect(resellerChange(organization, affiliate, plans)).toMatchObject({ resellerId: 'aff', planId: null });
  });

  it('is blocked when the licensing reseller would go and there are more than 3 users', () => {
    const organization = { planId: 'small', reseller: licensing, numberOfUsers: 4 };
    expect(resellerChange(organization, null, plans)).toEqual({
      blocked: "Can't remove Licenser because this organization exceeds the user limit for the free plan.",
      warning: null,
      resellerId: 'lic',
      planId: 'small',
    });
  });

  it('warns about the card payment provider when an affiliate changes under a plan', () => {
    const organization = { planId: 'small', reseller: affiliate, numberOfUsers: 4 };
    const text =
      'The reseller has changed. You will need to ensure the subscription in the card payment provider is updated to reflect this change.';
    expect(resellerChange(organization, otherAffiliate, plans)).toMatchObject({
      warning: text,
      resellerId: 'aff2',
      planId: 'small',
    });
    expect(resellerChange(organization, null, plans)).toMatchObject({
      warning: text,
      resellerId: null,
      planId: 'small',
    });
  });

  it('has no notice without a plan, or without a change', () => {
    expect(resellerChange({ planId: null, reseller: affiliate }, otherAffiliate, plans)).toMatchObject({
      warning: null,
      resellerId: 'aff2',
    });
    expect(resellerChange({ planId: 'small', reseller: affiliate }, affiliate, plans)).toMatchObject({
      warning: null,
      resellerId: 'aff',
    });
  });

  it('does not let a licensing reseller take over a paid plan', () => {
    const organization = { planId: 'small', reseller: affiliate, numberOfUsers: 1 };
    expect(mayChooseReseller(organization)).toBe(false);
    expect(resellerChange(organization, licensing, plans)).toMatchObject({ resellerId: 'aff', planId: 'small' });
    expect(resellerChange(organization, licensing, plans).blocked).not.toBeNull();
  });

  describe('lets the plan chosen in the form or the request decide', () => {
    test.each([
      ['a new organization and an affiliate', { planId: null, reseller: null }, affiliate, 'large', 'large', null],
      [
        'a new organization and a licensing reseller',
        { planId: null, reseller: null },
        licensing,
        'large',
        'large',
        null,
      ],
      [
        'a new organization, no plan, a licensing reseller',
        { planId: null, reseller: null },
        licensing,
        null,
        'small',
        null,
      ],
      [
        'plan B over the stored A, another affiliate',
        { planId: 'small', reseller: affiliate },
        otherAffiliate,
        'large',
        'large',
        'warning',
      ],
      [
        'plan B over the stored A, no reseller',
        { planId: 'small', reseller: affiliate },
        null,
        'open',
        'open',
        'warning',
      ],
      [
        'the stored plan taken away, another affiliate',
        { planId: 'small', reseller: affiliate },
        otherAffiliate,
        null,
        null,
        'warning',
      ],
      [
        'plan B over the stored A, the stored reseller again',
        { planId: 'small', reseller: affiliate },
        affiliate,
        'large',
        'large',
        null,
      ],
      [
        'plan B under another licensing reseller',
        { planId: 'small', reseller: licensing },
        otherLicensing,
        'large',
        'large',
        null,
      ],
      [
        'the stored licensing reseller again after its removal',
        { planId: 'small', reseller: licensing },
        licensing,
        null,
        'small',
        null,
      ],
      ['the licensing reseller goes', { planId: 'small', reseller: licensing }, affiliate, 'large', null, 'warning'],
    ] as const)('%s', (_, stored, next, chosenPlanId, planId, warning) => {
      const outcome = resellerChange({ ...stored, chosenPlanId, numberOfUsers: 2 }, next, plans);
      expect(outcome).toMatchObject({ blocked: null, planId, resellerId: next?.id ?? null });
      expect(outcome.warning === null).toBe(warning === null);
    });
  });

  it('is free without a plan and with a licensing reseller', () => {
    expect(mayChooseReseller({ planId: null, reseller: affiliate })).toBe(true);
    expect(mayChooseReseller({ planId: 'small', reseller: licensing })).toBe(true);
    expect(mayChooseReseller({ planId: 'small', reseller: null })).toBe(false);
  });
});
