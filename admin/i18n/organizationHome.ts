/** Texts of the landing page of an organization's administrator. */
export const organizationHomeMessages = {
  failed: 'The state of the organization could not be loaded.',
  unassigned: 'You work in no organization. Ask a platform administrator to add you to one.',
  at: 'As of %{time}',
  sections: {
    tasks: 'What is left to do',
    state: 'Organization',
    people: 'People',
    exchange: 'Addresses and messages',
    events: 'Newest activity',
  },
  nothingToDo: 'Nothing is left to do.',
  tasks: {
    unlock:
      'Unlock %{smart_count} person after failed sign-ins |||| Unlock %{smart_count} people after failed sign-ins',
    inviteAgain:
      '%{smart_count} invited person has not signed in yet: remind the person |||| %{smart_count} invited people have not signed in yet: remind them',
    repairWebhooks:
      '%{smart_count} webhook fails: repair its receiver |||| %{smart_count} webhooks fail: repair their receivers',
    secondAdministrator: 'You are the only administrator: let another person administer the organization as well',
    planFull: 'The plan is full: nobody can be added before you change to a larger plan',
    payCheckout: 'A change of the plan waits to be paid',
    subscriptionEnds: 'The subscription ends: reactivate it to keep using the platform',
  },
  numbers: {
    people: 'All people',
    administrators: 'Administrators',
    peopleDisabled: 'Disabled',
    peopleInvited: 'Invited, never signed in',
    peopleLocked: 'Locked after failed sign-ins',
    webhooks: 'Webhooks',
    webhooksFailing: 'Failing webhooks',
    directAddresses: 'Direct addresses in use',
    faxNumbers: 'Fax numbers in use',
    messagesFailed: 'Failed messages, last %{days} days',
  },
  plan: 'Plan',
  planUse: 'People of the plan',
  limited: '%{count} of %{limit}',
  unlimited: '%{count}, unlimited',
  state: 'State',
  activated: 'Activated',
  notActivated: 'Not activated: activation takes 2-3 business days',
  subscription: 'Subscription',
  statuses: { Active: 'Active', Canceling: 'Ends on %{date}', Canceled: 'Canceled' },
  noEvents: 'Nothing has been changed yet',
  events: { at: 'Time', actor: 'Person', action: 'Change' },
};
