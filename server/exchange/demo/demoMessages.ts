import { type Random, randomFor } from '../../seed/random.ts';
import { givenNames, surnames } from '../../seed/words.ts';
import type { IncomingMessage, NewAttachment, OutgoingMessage } from '../newMessage.ts';
import type { DemoPartner, DemoPartners } from './demoPartners.ts';
import { demoCcda } from './documents/demoCcda.ts';
import type { DemoSubject } from './documents/demoDocument.ts';
import { demoHl7 } from './documents/demoHl7.ts';
import { demoPatient } from './documents/demoPatient.ts';
import { demoPdf } from './documents/demoPdf.ts';
import { demoTiff } from './documents/demoTiff.ts';

/** A message the demo makes up: sent by an organization here, or come in from outside. */
export type DemoMessage =
  | { readonly kind: 'outgoing'; readonly message: OutgoingMessage }
  | { readonly kind: 'incoming'; readonly message: IncomingMessage };

const salt = 4720;

/** Message `number` of the demo; undefined without an address that can send or receive. Most are between organizations, a few cannot be delivered. */
export async function demoMessage(number: number, partners: DemoPartners): Promise<DemoMessage | undefined> {
  const random = randomFor(salt, number);
  if (partners.direct.length === 0) return undefined;
  const drawn = random.below(100);
  if (drawn < 60) return { kind: 'outgoing', message: await between(number, partners, random) };
  if (drawn < 63) return { kind: 'outgoing', message: await outward(number, partners, random) };
  if (drawn < 65) return { kind: 'incoming', message: damaged(number, partners, random) };
  if (drawn < 80) return { kind: 'incoming', message: await fromOutside(number, partners, random) };
  if (drawn < 90 && partners.fax.length > 0) return { kind: 'incoming', message: faxed(number, partners, random) };
  return { kind: 'incoming', message: fromNetwork(number, partners, random) };
}

async function between(number: number, { direct }: DemoPartners, random: Random): Promise<OutgoingMessage> {
  const [from, to] = [among(direct, random), among(direct, random)];
  return {
    ...content(number),
    organizationId: from.organizationId,
    channel: 'Direct',
    sender: from.address,
    recipients: [to.address],
    origin: 'Demo',
    attachments: [await someDocument(number, from, random)],
    attachmentsAs: 'Original',
  };
}

/** Goes to another platform: without a mail relay there is no route, and it fails. */
async function outward(number: number, partners: DemoPartners, random: Random): Promise<OutgoingMessage> {
  return { ...(await between(number, partners, random)), recipients: [outsideAddress(random)] };
}

async function fromOutside(number: number, { direct }: DemoPartners, random: Random): Promise<IncomingMessage> {
  const to = among(direct, random);
  const attachments = [await someDocument(number, to, random)];
  return { ...incoming(number, to), channel: 'Direct', sender: outsideAddress(random), origin: 'SMTP', attachments };
}

function damaged(number: number, { direct }: DemoPartners, random: Random): IncomingMessage {
  const to = among(direct, random);
  const whole = demoCcda(subjectOf(number, to, 'Continuity of Care Document'));
  const cut = { name: `summary-${number}.xml`, bytes: whole.subarray(0, Math.floor(whole.length / 2)) };
  return {
    ...incoming(number, to),
    channel: 'Direct',
    sender: outsideAddress(random),
    origin: 'SMTP',
    attachments: [cut],
  };
}

function faxed(number: number, { fax }: DemoPartners, random: Random): IncomingMessage {
  const to = among(fax, random);
  const pages = 1 + random.below(3);
  const bytes = demoTiff(subjectOf(number, to, 'Faxed Records'), pages);
  const sender = `555${1_000_000 + random.below(9000)}`;
  return {
    ...incoming(number, to),
    channel: 'Fax',
    sender,
    origin: 'Fax',
    attachments: [{ name: `fax-${number}.tif`, bytes }],
  };
}

function fromNetwork(number: number, { direct }: DemoPartners, random: Random): IncomingMessage {
  const to = among(direct, random);
  const bytes = demoCcda(subjectOf(number, to, 'Summary of Care'));
  const sender = `urn:oid:2.16.840.1.113883.3.9998.${1 + random.below(60)}`;
  return {
    ...incoming(number, to),
    channel: 'Network',
    sender,
    origin: 'Network',
    attachments: [{ name: `document-${number}.xml`, bytes }],
  };
}

const content = (number: number) => ({
  subject: `Demonstration ${number}`,
  body: 'Please find the documents of our patient enclosed. This message was made for a demonstration.',
});

const incoming = (number: number, to: DemoPartner) => ({
  ...content(number),
  organizationId: to.organizationId,
  recipient: to.address,
  hispMessageId: `<demo-${number}@direct.partner.example>`,
});

const subjectOf = (number: number, { organizationName }: DemoPartner, title: string): DemoSubject => {
  const random = randomFor(salt + 1, number);
  const author = `${random.pick(givenNames)} ${random.pick(surnames)}`;
  return { patient: demoPatient(number % 5000), number, title, organization: organizationName, author, at: new Date() };
};

async function someDocument(number: number, of: DemoPartner, random: Random): Promise<NewAttachment> {
  const drawn = random.below(10);
  if (drawn < 6)
    return { name: `summary-${number}.xml`, bytes: demoCcda(subjectOf(number, of, 'Continuity of Care Document')) };
  if (drawn < 8)
    return { name: `referral-${number}.pdf`, bytes: await demoPdf(subjectOf(number, of, 'Referral Letter')) };
  return { name: `results-${number}.hl7`, bytes: demoHl7(subjectOf(number, of, 'Laboratory Report')) };
}

function outsideAddress(random: Random): string {
  const name = `${random.pick(givenNames)}.${random.pick(surnames)}`.toLowerCase().replace(/[^a-z.]/g, '');
  return `${name}@direct.partner-${1 + random.below(400)}.example`;
}

/** Some have much more traffic than others. */
function among(partners: readonly DemoPartner[], random: Random): DemoPartner {
  const share = random.below(10_000) / 10_000;
  const chosen = partners[Math.floor(share * share * partners.length)];
  if (!chosen) throw new RangeError('The demo needs an organization with an address.');
  return chosen;
}
