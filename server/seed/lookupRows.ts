import { planFeatures } from '../../shared/rules/plan.ts';
import { seededId } from './random.ts';

/** Kinds of records in the ids of the demo data. */
export const kinds = {
  network: 1,
  reseller: 2,
  plan: 3,
  brand: 4,
  type: 5,
  specialty: 6,
  reservedWord: 7,
  app: 8,
  organization: 16,
  user: 17,
  serviceAccount: 18,
  device: 19,
  license: 20,
  integration: 21,
  directAddress: 22,
  usage: 23,
  faxAccount: 24,
  faxNumber: 25,
  domain: 26,
  savedAddress: 27,
  eula: 28,
  verificationSession: 29,
  proofReview: 30,
  alternateOid: 40,
  directoryEntry: 41,
  message: 48,
  sendWorkflow: 49,
  receiveWorkflow: 50,
  processWorkflow: 51,
  document: 52,
  notification: 53,
  emergency: 60,
  whitelistEntry: 54,
  webhook: 55,
  intakeRule: 57,
} as const;

const names = (kind: number, text: string) =>
  text.split('|').map((name, index) => ({ id: seededId(kind, index), name: name.trim() }));

const affiliate = 0;
const licensing = 1;

export const networks = names(
  kinds.network,
  `Carequality|CommonWell Health Alliance|eHealth Exchange|Great Lakes Health Connect|Gulf Coast Health Exchange|
Midwest Provider Network|Mountain States HIE|New England Care Network|Pacific Northwest Exchange|Southwest Health Link|
Tri-State Physicians Network|Veterans Care Network`,
).map((network, index) => ({
  ...network,
  isEnabled: index !== 11,
  enabledFeatures:
    [['Carequality', 'DirectoryPublishing'], ['Carequality', 'QHIN'], ['Release', 'Fax', 'Triage'], []][index % 4] ??
    [],
  // Two in three have a service account; one of them is switched off.
  serviceClientId: index % 3 === 2 ? null : `net-${network.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
  serviceEnabled: index % 3 !== 2 && index !== 4,
  serviceAddresses:
    index % 3 === 2 ? [] : [`198.51.100.${10 + index}`, ...(index % 2 === 0 ? [`198.51.100.${40 + index}`] : [])],
}));

export const resellers = names(
  kinds.reseller,
  `Apex Practice Systems|BlueBridge Health IT|Caduceus Software|ClearChart Solutions|Delta Record Systems|DocuBridge|EncounterWorks|
FaxForward Health|Gateway Clinical Systems|HealthPort Partners|Ibis Medical Software|Keystone EHR|Lumen Practice Tools|MedLedger|
Northstar Health Tech|Orchid Clinical|PatientPath|Quantum Practice|RecordWell|Summit EHR`,
).map((reseller, index) => ({
  ...reseller,
  type: index % 3 === 1 ? licensing : affiliate,
  urlCode: reseller.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  color: ['#ffffff', '#e6e9ed', '#3f4449'][index % 3] ?? '#ffffff',
  bypassTos: index % 7 === 3,
  termsHtml:
    index % 7 === 3
      ? `<h1>Terms of ${reseller.name}</h1><p>Organizations of ${reseller.name} agree to these terms. They are those of a demonstration and bind nobody.</p>`
      : null,
}));

/** Name, tier code, allowed users (-1 is unlimited, spec 1 section 3), dollars a month, features. */
export const plans = (
  [
    ['Stay Connected', 'STAY', 5, 9, 0],
    ['Starter', 'START', 3, 19, 2],
    ['Small Practice', 'SMALL', 10, 49, 3],
    ['Group Practice', 'GROUP', 25, 119, 5],
    ['Clinic', 'CLINIC', 50, 249, 5],
    ['Hospital', 'HOSP', 250, 990, 5],
    ['Health System', 'SYSTEM', 1000, 2900, 5],
    ['Enterprise', 'ENT', -1, 7900, 5],
  ] as const
).map(([name, tierCode, allowedUsers, dollars, features], index) => ({
  id: seededId(kinds.plan, index),
  name,
  tierCode,
  allowedUsers,
  monthlyPriceCents: dollars * 100,
  features: planFeatures.slice(0, features),
}));

/** Number of the brand whose administrators have the legacy onboarding. */
export const legacyBrandAt = 8;

export const brands = names(
  kinds.brand,
  'carepost|Apex Connect|BlueBridge Exchange|CardinalCare|ClearChart Direct|Harborlight Health|Keystone Share|Northstar Exchange|Orchid Share|Summit Direct',
).map((brand, index) => {
  const code = brand.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    ...brand,
    appUrl: `https://${code}.carepost.example`,
    connectionName: index === 3 || index === 7 ? code : null,
    primaryColor: ['#0b5f73', '#1f4e9c', '#8a1c3c', '#2f6b3a', '#5a3d8a'][index % 5] ?? '#0b5f73',
    supportEmail: `support@${code}.example`,
    onboardingFlow: index === legacyBrandAt ? 'legacy' : 'standard',
  };
});

export const organizationTypes = names(
  kinds.type,
  `Ambulatory Practice|Behavioral Health|Community Health Center|Dental Practice|Health Information Exchange|Health Plan|Home Health Agency|
Hospice|Hospital|Imaging Center|Laboratory|Pharmacy|Public Health Agency|Skilled Nursing Facility|Urgent Care`,
);

export const organizationSpecialties = names(
  kinds.specialty,
  `Allergy and Immunology|Anesthesiology|Cardiology|Dermatology|Emergency Medicine|Endocrinology|Family Medicine|Gastroenterology|
General Surgery|Geriatrics|Infectious Disease|Internal Medicine|Multi-Specialty|Nephrology|Neurology|Obstetrics and Gynecology|Oncology|
Ophthalmology|Orthopedic Surgery|Otolaryngology|Palliative Care|Pathology|Pediatrics|Physical Medicine|Podiatry|Psychiatry|
Pulmonology|Radiology|Rheumatology|Urology`,
);

export const apps = names(
  kinds.app,
  'Appointment Reminders|Care Coordination|Claims Viewer|Direct Messaging|Discharge Planner|Document Intake|Fax Center|Health Data Explorer|Imaging Viewer|Lab Results|Patient Portal|Record Release|Referral Manager|Release Tracker',
);

const reserved = `about|account|accounts|admin|administrator|api|app|apps|assets|auth|billing|blog|brand|cdn|carepost|config|contact|dashboard|
demo|dev|direct|directory|dns|docs|download|email|fax|files|ftp|gateway|health|help|hisp|host|hosting|imap|info|intake|internal|login|logout|
mail|mailbox|manage|media|messages|mx|network|ns1|ns2|oidc|operations|ops|partner|partners|policies|policy|pop|portal|postmaster|private|public|
records|register|release|reports|reseller|root|secure|security|server|service|services|signin|signup|smtp|sso|staging|static|status|store|
support|system|systems|terms|test|token|unauthorized|uploads|user|users|webhooks|webmail|www|www1|www2`;
const profanities = 'bastard|crap|damn|hell|piss';

export const reservedWords = [...reserved.split('|'), ...profanities.split('|')].map((name, index) => ({
  id: seededId(kinds.reservedWord, index),
  name: name.trim(),
  isProfanity: profanities.split('|').includes(name.trim()),
}));
