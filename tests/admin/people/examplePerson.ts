import type { Person } from '../../../shared/contract/peopleSchemas.ts';

export const id = '018f0000-0000-7000-8000-0000000000e1';
export const organizationId = '018f0000-0000-7000-8000-0000000000e2';

export const person = (change: Partial<Person> = {}): Person => ({
  id,
  name: 'Ann Baker',
  firstName: 'Ann',
  lastName: 'Baker',
  userName: 'ann@clinic.example',
  roleName: 'User',
  isEnabled: true,
  isDeleted: false,
  removedAt: null,
  organizationId,
  organizationName: 'Lakeside Clinic',
  belongsElsewhere: false,
  lockedUntil: null,
  hasTwoFactor: false,
  hasPassword: true,
  invitedAt: null,
  jobTitle: null,
  phone: null,
  createDate: '2026-02-06T11:30:00Z',
  lastLoginDate: null,
  applications: [],
  version: 3,
  ...change,
});
