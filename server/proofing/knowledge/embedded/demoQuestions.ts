import { randomInt } from 'node:crypto';
import type { LegacyAddress, LegacyIdentity } from '../../../../shared/rules/legacyProofing.ts';
import { states } from '../../../../shared/rules/states.ts';

/** The person as the provider of the demo knows them: what the questions are about. Never a social security number. */
export interface DemoIdentity {
  readonly bornIn: number;
  readonly past: LegacyAddress;
}

export interface DemoQuestion {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly string[];
  readonly right: string;
}

/** Quizzes of one verification: the second is for people who knew most of the first. */
export const demoRounds = 2;

const none = 'None of the above';
const otherStreets = ['Alder Creek Road', 'Bayberry Lane', 'Canterbury Street', 'Dogwood Trail', 'Ferncliff Avenue'];
const otherCities = ['Altoona', 'Beaufort', 'Carbondale', 'Elkhart', 'Fairbanks', 'Galveston'];
const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2000, month, 1))),
);
const decoysFor = 3;

/** In an order that tells nothing. */
const shuffled = <T>(items: readonly T[]): T[] => {
  const left = [...items];
  return Array.from({ length: left.length }, () => left.splice(randomInt(left.length), 1)).flat();
};

const ask = (id: string, text: string, right: string, others: readonly string[]): DemoQuestion => {
  const decoys = shuffled(others.filter((other) => other.toLowerCase() !== right.toLowerCase())).slice(0, decoysFor);
  return { id, text, right, choices: [...shuffled([right, ...decoys]), none] };
};

const streetOf = (addressLine: string): string => addressLine.replace(/^\d+\S*\s+/, '').trim() || addressLine;
const otherZips = (zip: string): string[] =>
  [137, 2_048, 30_511].map((step) => String((Number(zip.slice(0, 5)) + step) % 100_000).padStart(5, '0'));

/** Questions of a round about the place where the person lived before, or lives. */
export const demoQuestions = ({ past, bornIn }: DemoIdentity, round: number): DemoQuestion[] => {
  const { addressLine, city, state, zip } = past;
  if (round === 1)
    return [
      ask('street', 'On which of these streets have you lived?', streetOf(addressLine), otherStreets),
      ask('city', 'In which of these cities have you lived?', city, otherCities),
      ask('zip', 'Which of these ZIP codes have you lived in?', zip.slice(0, 5), otherZips(zip)),
    ];
  const name = states.find(({ code }) => code === state)?.name ?? state;
  return [
    ask(
      'state',
      'In which of these states have you lived?',
      name,
      states.map((one) => one.name),
    ),
    ask('month', 'In which month were you born?', months[bornIn - 1] ?? '', months),
  ];
};

/** What the answers of a round lead to: all right passes, one wrong of the first round gets another quiz. */
export const demoOutcome = (
  questions: readonly DemoQuestion[],
  answers: readonly { readonly questionId: string; readonly value: string }[],
  round: number,
): 'passed' | 'failed' | 'quiz' => {
  const wrong = questions.filter(({ id, right }) =>
    answers.every(({ questionId, value }) => questionId !== id || value !== right),
  );
  if (wrong.length === 0) return 'passed';
  return wrong.length === 1 && round < demoRounds ? 'quiz' : 'failed';
};

const adultYears = 18;
/** Numbers that were never issued. */
const neverIssued = /^(?:000|666|9\d\d)|^\d{3}00|0000$/;

/** The identity that the provider keeps of what was submitted; undefined where it knows no such person: a minor, or an SSN never issued. */
export const demoIdentityOf = (submitted: LegacyIdentity, today = new Date()): DemoIdentity | undefined => {
  const { dateOfBirth, ssn, currentAddress, formerAddress } = submitted;
  const born = new Date(`${dateOfBirth}T00:00:00Z`);
  const adultSince = Date.UTC(today.getUTCFullYear() - adultYears, today.getUTCMonth(), today.getUTCDate());
  if (born.getTime() > adultSince || (ssn && neverIssued.test(ssn.replaceAll('-', '')))) return undefined;
  return { bornIn: born.getUTCMonth() + 1, past: formerAddress ?? currentAddress };
};
