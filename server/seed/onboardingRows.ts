import { kinds } from './lookupRows.ts';
import { onboardingTrials } from './onboardingTrials.ts';
import { seededId } from './random.ts';
import { day, type Extent, type TableRows } from './rowsOfEach.ts';

/** Numbers of the people of the trials: far behind those of all other people. */
const firstPerson = 900_000_000;
export const trialPersonId = (at: number): string => seededId(kinds.user, firstPerson + at);

/** The outline of a card: the document of the demo has no photo. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAUAAAADICAAAAAC8b2d3AAABQklEQVR42u3aQQ0AIBADwROGJuQgER044AEhHGFWwjybRtFWgQDgdcCuxQACBAgQIECAAAECFECAAAEKIE' +
    'CAAAUQIECAAggQIEABBAgQoAACBAhQAAEC/AGwHQsgQIAAAQIECBAgQIAAcwDW5AEECBAgQIAAAQIECBAgQIDGBIAAAQIECBAgQIAAAQIECBAgQIAAAQIE+CagSR8gQIAA' +
    'AQIECBAgQIAAAXpnGRMAAgQIECBAgAABAgQIECBAgAABAgQIEKBJHyBAgAABAgQIECBAgAABAjQmAAQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIEC' +
    'BAgAABAgQIECBAgDNAAQQIEKAAAgQIUAABAgQogAABAhRAgAABCiBAgAAFECBAgAABAgQIEKAAAgT4L6A2AgjwbgNx++xJz8qG8QAAAABJRU5ErkJggg==',
  'base64',
);

/** What the steps of onboarding have beside the organization: data that wait for a confirmation, a document that waits for a review. */
export function onboardingTables({ organizations, now }: Extent): TableRows[] {
  const trials = onboardingTrials
    .map((one, at) => ({
      ...one,
      userId: trialPersonId(at),
      organizationId: seededId(kinds.organization, one.organization),
    }))
    .filter(({ organization }) => organization < organizations);
  const at = (status: string) => trials.filter(({ idProofStatus }) => idProofStatus === status);
  return [
    {
      table: 'verification_sessions',
      columns: ['id', 'organization_id', 'user_id', 'person', 'expires_at'],
      rows: at('Awaiting_User_Clear_Data_Confirmation').map(({ organizationId, userId, account }, number) => [
        seededId(kinds.verificationSession, number),
        organizationId,
        userId,
        // The start of the server encrypts it.
        JSON.stringify({ firstName: account.firstName, lastName: account.lastName, dateOfBirth: '1980-05-17' }),
        // Those of real people last a day.
        new Date(now + 3650 * day),
      ]),
    },
    {
      table: 'legacy_onboardings',
      columns: ['organization_id', 'step'],
      rows: trials.flatMap(({ organizationId, legacyStep }) =>
        legacyStep === null || legacyStep === 'welcome' ? [] : [[organizationId, legacyStep]],
      ),
    },
    {
      table: 'proof_reviews',
      columns: ['id', 'organization_id', 'user_id', 'file_name', 'media_type', 'size', 'content', 'uploaded_at'],
      rows: at('Awaiting_Manual_Proofing').map(({ organizationId, userId }, number) => [
        seededId(kinds.proofReview, number),
        organizationId,
        userId,
        'drivers-license.png',
        'image/png',
        png.length,
        `\\x${png.toString('hex')}`,
        new Date(now - day),
      ]),
    },
  ];
}
