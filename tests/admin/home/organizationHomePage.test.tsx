import { cleanup, screen, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import { OrganizationHomePage } from '../../../admin/home/OrganizationHomePage.tsx';
import type { OrganizationHome } from '../../../shared/contract/home.ts';
import type { ProfileData } from '../../../shared/contract/profile.ts';
import { organizationNumberPaths, organizationNumbers } from '../../../shared/rules/organizationHome.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

afterEach(cleanup);

const home = (change: Partial<OrganizationHome> = {}): OrganizationHome => ({
  at: '2026-02-06T11:30:00Z',
  organizationName: 'Aspen Clinic',
  isActivated: true,
  subscription: { status: 'Active', cancelAt: null, planName: 'Clinic', allowedUsers: 5, memberCount: 3 },
  tasks: [],
  numbers: organizationNumbers.map((name, count) => ({ name, count, path: organizationNumberPaths[name] })),
  events: [],
  ...change,
});
const open = (response: unknown, organizationId: string | null = 'a', change: Partial<ProfileData> = {}) =>
  renderFor({
    profile: user({ roles: ['Administrator'], organizationId, organizationName: 'Aspen Clinic', ...change }),
    at: '/account/dashboard',
    routes: { '/account/dashboard': <OrganizationHomePage /> },
    responses: { 'home.organization': response },
  });
const hrefOf = async (name: string | RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');

it('says that nothing is left to do, and each number leads to what it counts', async () => {
  open(home());
  expect(await screen.findByText('Nothing is left to do.')).toBeTruthy();
  expect(screen.getByText('3 of 5')).toBeTruthy();
  expect(await hrefOf('All people: 0')).toBe('/account/people');
  expect(await hrefOf('Invited, never signed in: 3')).toBe(organizationNumberPaths.peopleInvited);
  expect(screen.queryByRole('link', { name: /^Fax numbers/ })).toBeNull();
  expect(screen.getByText('Nothing has been changed yet')).toBeTruthy();
});

const notProofed = { isAdmin: true, orgIsActivated: false, orgIsIdProofed: false } as const;
const forYou = 'Not activated: it waits for you, see what is left to do';
const review = 'Not activated: the identity document is under review';
const activation = 'Not activated: activation takes 2-3 business days';

it.each<[string, Partial<ProfileData>, string, string]>([
  [
    'license',
    { orgIsAcceptedEULA: false, idProofProcessStatus: 'Not_Id_Proofed' },
    'Accept the license agreement',
    forYou,
  ],
  [
    'terms of the reseller',
    { orgIsAcceptedEULA: false, resellerBypassTos: true },
    'Accept the license agreement of your reseller',
    forYou,
  ],
  ['verification', { idProofProcessStatus: 'Not_Id_Proofed' }, 'Verify your identity', forYou],
  [
    'confirmation',
    { idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' },
    'Confirm the data of your identity verification',
    forYou,
  ],
  ['upload', { idProofProcessStatus: 'Awaiting_Proof_Upload' }, 'Send your identity document', forYou],
  [
    'legacy identity form',
    { onboardingFlow: 'legacy', legacyStep: 'identity', idProofProcessStatus: 'Not_Id_Proofed' },
    'Submit your identity for the verification',
    forYou,
  ],
  [
    'legacy quiz',
    { onboardingFlow: 'legacy', legacyStep: 'quiz', idProofProcessStatus: 'Not_Id_Proofed' },
    'Answer the questions of the identity verification',
    forYou,
  ],
  [
    'legacy decision',
    { onboardingFlow: 'legacy', idProofProcessStatus: 'Awaiting_Proof_Upload' },
    'Send your identity document',
    forYou,
  ],
  ['review', { idProofProcessStatus: 'Awaiting_Manual_Proofing' }, 'Nothing is left to do.', review],
  [
    'activation',
    { orgIsIdProofed: true, idProofProcessStatus: 'Proofed_By_Clear' },
    'Nothing is left to do.',
    activation,
  ],
])(
  'names the step of onboarding that waits for the user, and what the activation waits for: %s',
  async (_step, change, task, state) => {
    open(home({ isActivated: false }), 'a', { ...notProofed, ...change });
    const tasks = await screen.findByRole('region', { name: 'What is left to do' });
    expect(within(tasks).getByText(task)).toBeTruthy();
    expect(within(tasks).queryByText('Nothing is left to do.') !== null).toBe(task === 'Nothing is left to do.');
    expect(screen.getByText(state)).toBeTruthy();
  },
);

it('names what is left to do with the page where it is done, and the newest changes', async () => {
  open(
    home({
      tasks: [
        { name: 'unlock', count: 2, path: '/admin/lockedusers' },
        { name: 'planFull', count: 1, path: '/account/subscription' },
      ],
      events: [
        {
          id: 7,
          at: '2026-02-06T11:30:00Z',
          actorId: 'b',
          actorName: 'Ann Baker',
          action: 'people.update',
          targetType: 'user',
          targetId: 'c',
          outcome: 'Success',
          isRead: false,
          code: null,
          reason: null,
          requestId: 'r',
          changes: [],
        },
      ],
    }),
  );
  expect(await hrefOf('Unlock 2 people after failed sign-ins')).toBe('/admin/lockedusers');
  expect(await hrefOf(/^The plan is full/)).toBe('/account/subscription');
  expect(await hrefOf('Ann Baker')).toBe('/account/people/b/activity');
});

it('says what failed and offers Retry; without an organization it says what to do and asks for nothing', async () => {
  open(new HttpError('The service is not available right now.', 503, { code: 'E-UNAVAILABLE' }));
  expect(await screen.findByText('The state of the organization could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  cleanup();
  open(home(), null);
  expect(screen.getByText(/You work in no organization/)).toBeTruthy();
});
