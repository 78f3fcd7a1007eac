import { planFeatureNames } from '../../shared/rules/plan.ts';

/** Texts of the plans. */
export const planMessages = {
  title: 'Plans',
  add: 'Add plan',
  search: 'Search plans',
  none: 'No plans yet',
  saved: 'The plan was saved successfully.',
  saveFailed: 'There was an error saving this plan.',
  deleted: 'The plan was deleted successfully.',
  deleteFailed: 'There was an error deleting this plan.',
  deleteText: 'Only a plan that no organization has can be deleted.',
  usage: 'Organizations with this plan',
  section: 'Plan',
  fields: {
    name: 'Name',
    tierCode: 'Tier code',
    allowedUsers: 'Allowed users',
    isUnlimited: 'Unlimited',
    monthlyPrice: 'Price per month (US dollars)',
    monthlyPriceCents: 'Price per month',
    features: 'Features',
  },
  features: planFeatureNames,
  priceHint: 'Empty or 0 if the plan costs nothing',
  featuresHint: 'What organizations with this plan can do besides sending and receiving',
  tierHint: 'Short code in the list of organizations, such as PRO',
  usersHint: 'Organizations with more users keep this plan if they have it, but cannot choose it.',
  unlimited: 'Unlimited',
  problems: {
    allowedUsers: 'Enter a whole number from 1 to 1,000,000.',
    monthlyPrice: 'Enter an amount from 0 to 1,000,000 with at most two decimals.',
  },
};
