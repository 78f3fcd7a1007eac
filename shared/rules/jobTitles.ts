/** Job titles to choose from for people of an organization (GET /api/users/jobs). The specification names no list. */
export const jobTitles = [
  'Administrator',
  'Billing Specialist',
  'Care Coordinator',
  'Front Desk',
  'IT Specialist',
  'Laboratory Technician',
  'Medical Assistant',
  'Medical Records Clerk',
  'Nurse Practitioner',
  'Office Manager',
  'Pharmacist',
  'Physician',
  'Physician Assistant',
  'Privacy Officer',
  'Referral Coordinator',
  'Registered Nurse',
  'Social Worker',
  'Therapist',
  'Other',
] as const;

/** Why another one is refused, as a phrase that continues the name of the field. */
export const jobTitleText = 'must be a job title that GET /api/users/jobs lists';

export const isJobTitle = (text: string): boolean => jobTitles.some((title) => title === text);
