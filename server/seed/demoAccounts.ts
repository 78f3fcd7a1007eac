import type { Role } from '../../shared/contract/endpoint.ts';

/** Public knowledge: printed at start, refused by every server that is not the demo. */
export const demoPassword = 'Carepost-demo-2026';

export interface DemoAccount {
  readonly userName: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly isEnabled: boolean;
  /** Numbers of the demo organizations the person works in; the first one is where they start. */
  readonly organizations: readonly number[];
  readonly note: string;
}

const account = (
  name: string,
  [firstName, lastName]: readonly [string, string],
  role: Role,
  organizations: readonly number[],
  note: string,
  isEnabled = true,
): DemoAccount => ({
  userName: `${name}@carepost.example`,
  password: demoPassword,
  firstName,
  lastName,
  role,
  isEnabled,
  organizations,
  note,
});

/** Named people for every role. */
export const demoAccounts: readonly DemoAccount[] = [
  account('sysadmin', ['Sidney', 'Adler'], 'SysAdmin', [], 'Platform administrator'),
  account('reporting', ['Robin', 'Porter'], 'SysAdminReporting', [], 'Platform administrator, messaging health only'),
  account('admin', ['Avery', 'Mendez'], 'Administrator', [0, 1, 2], 'Administrator of three organizations'),
  account('user', ['Uma', 'Sorensen'], 'User', [0, 1], 'Works in two organizations'),
  account('disabled', ['Dana', 'Blake'], 'User', [0], 'Disabled: every sign-in is refused', false),
  account('lockout', ['Logan', 'Ock'], 'User', [0], 'For trying the lockout: three wrong passwords, ten minutes'),
];
