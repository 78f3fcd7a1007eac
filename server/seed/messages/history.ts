import type { Channel } from '../../../shared/rules/exchange.ts';
import { kinds } from '../lookupRows.ts';
import { type Random, randomFor, seededId } from '../random.ts';
import { givenNames, surnames } from '../words.ts';
import { type Fate, fateChances, fateOf } from './fates.ts';
import type { HistoryDocument, HistoryDocuments } from './historyDocuments.ts';
import { historyTimes } from './historyTimes.ts';

/** An organization as messages know it. */
export interface Participant {
  readonly organizationId: string;
  readonly address: string;
}

export interface HistoryParts {
  readonly messages: number;
  /** When the history ends, in milliseconds. */
  readonly end: number;
  readonly direct: readonly Participant[];
  readonly fax: readonly Participant[];
  readonly documents: HistoryDocuments;
}

export interface HistoryMessage {
  readonly index: number;
  readonly id: number;
  readonly organizationId: string;
  readonly isIntake: boolean;
  readonly isDraft: boolean;
  readonly channel: Channel;
  readonly sender: string;
  readonly recipient: string;
  readonly origin: string;
  readonly at: number;
  readonly hispMessageId: string;
  readonly fate: Fate | undefined;
  readonly documents: readonly HistoryDocument[];
  /** The message it was sent as, on this platform. */
  readonly sentAs: HistoryMessage | undefined;
  /** The message it arrived as, on this platform. */
  readonly arrivedAs: number | undefined;
}

export interface History {
  readonly parts: HistoryParts;
  messageAt(index: number): HistoryMessage;
  /** All of them, in the order of time. */
  all(): Generator<HistoryMessage>;
}

export const firstMessageId = 100_001;
export const firstAttachmentId = 500_001;
/** Attachments have numbers of their message's, so that every table finds them by itself. */
export const attachmentId = (message: HistoryMessage, turn: number): number =>
  firstAttachmentId + message.index * mostAttachments + turn;
export const mostAttachments = 2;

/** In every ten messages: three pairs that are sent and received here, then what comes from outside or goes there. */
const turns = 10;
const pairsEnd = 6;
/** What takes many attempts cannot have ended this shortly before the end of the history. */
const settled = 45 * 60_000;

/** Messages of the past: message 17 is the same whatever the number of all of them, but for its time. */
export function createHistory(parts: HistoryParts): History {
  const timeOf = historyTimes(parts.messages, parts.end);
  const byAddress = new Map(parts.direct.map((participant) => [participant.address, participant]));

  function messageAt(index: number): HistoryMessage {
    const turn = index % turns;
    if (turn < pairsEnd && turn % 2 === 1) {
      const sent = outgoing(index - 1, turn - 1);
      return sent.arrivedAs === index ? arrivalOf(index, sent) : incoming(index, pairsEnd);
    }
    const random = randomFor(kinds.message, index);
    if (turn < pairsEnd || turn === 9) return outgoing(index, turn);
    return turn === 8 && random.chance(0.2) ? outgoing(index, turn) : incoming(index, turn);
  }

  function outgoing(index: number, turn: number): HistoryMessage {
    const random = randomFor(kinds.message + 100, index);
    const isLocal = turn < pairsEnd && index + 1 < parts.messages;
    const channel = isLocal || turn < 8 ? 'Direct' : turn === 8 ? 'Network' : random.chance(0.4) ? 'Fax' : 'Direct';
    const sender = among(parts.direct, random);
    const receiver = among(parts.direct, random);
    const chances = isLocal ? fateChances.local : channel === 'Fax' ? fateChances.faxedOut : fateChances.relayed;
    const at = timeOf(index);
    const fate = soonEnough(fateOf(chances, random), at);
    const isDraft = !isLocal && random.chance(0.03);
    return {
      ...common(index, at, random),
      organizationId: sender.organizationId,
      isIntake: false,
      isDraft,
      channel,
      sender: sender.address,
      recipient: isLocal ? receiver.address : outsider(channel, random),
      origin: random.chance(0.7) ? 'Web' : 'API',
      fate: isDraft ? undefined : fate,
      documents: documentsFor(channel, random),
      sentAs: undefined,
      arrivedAs: isLocal && !fate?.error ? index + 1 : undefined,
    };
  }

  function incoming(index: number, turn: number): HistoryMessage {
    const random = randomFor(kinds.message + 200, index);
    const channel = turn === 7 ? 'Fax' : turn === 8 ? 'Network' : 'Direct';
    const receiver = among(channel === 'Fax' ? parts.fax : parts.direct, random);
    const at = timeOf(index);
    const chances = channel === 'Fax' ? fateChances.faxedIn : fateChances.received;
    return {
      ...common(index, at, random),
      organizationId: receiver.organizationId,
      isIntake: true,
      isDraft: false,
      channel,
      sender: outsider(channel, random),
      recipient: receiver.address,
      origin: channel === 'Direct' ? 'SMTP' : channel,
      fate: soonEnough(fateOf(chances, random), at),
      documents: documentsFor(channel, random),
      sentAs: undefined,
      arrivedAs: undefined,
    };
  }

  function arrivalOf(index: number, sent: HistoryMessage): HistoryMessage {
    const random = randomFor(kinds.message + 300, index);
    const receiver = byAddress.get(sent.recipient) ?? among(parts.direct, random);
    const at = sent.at + 20 + random.below(60);
    return {
      ...sent,
      ...common(index, at, random),
      hispMessageId: sent.hispMessageId,
      organizationId: receiver.organizationId,
      isIntake: true,
      origin: 'Direct',
      fate: soonEnough(fateOf(fateChances.received, random), at),
      sentAs: sent,
      arrivedAs: undefined,
    };
  }

  const soonEnough = (fate: Fate | undefined, at: number) =>
    fate && fate.failures > 1 && at > parts.end - settled ? undefined : fate;

  function documentsFor(channel: Channel, random: Random): readonly HistoryDocument[] {
    const { ccda, pdf, hl7, tiff } = parts.documents.of;
    if (channel === 'Fax') return [random.pick(tiff)];
    if (channel === 'Network') return [random.pick(ccda)];
    const drawn = random.below(100);
    if (drawn < 12) return [];
    if (drawn < 62) return [random.pick(ccda)];
    if (drawn < 75) return [random.pick(pdf)];
    return drawn < 88 ? [random.pick(hl7)] : [random.pick(ccda), random.pick(pdf)];
  }

  return {
    parts,
    messageAt,
    *all() {
      for (let index = 0; index < parts.messages; index += 1) yield messageAt(index);
    },
  };
}

const common = (index: number, at: number, random: Random) => ({
  index,
  id: firstMessageId + index,
  at,
  hispMessageId: `<${(random.below(0x1000_0000) + 0x1000_0000).toString(16)}.${index}@direct.carepost.example>`,
});

/** Some organizations have much more traffic than others. */
function among(participants: readonly Participant[], random: Random): Participant {
  const share = random.below(10_000) / 10_000;
  const chosen = participants[Math.floor(share * share * participants.length)];
  if (!chosen) throw new RangeError('Messages need organizations with addresses.');
  return chosen;
}

function outsider(channel: Channel, random: Random): string {
  if (channel === 'Fax') return `555${1_000_000 + random.below(9000)}`;
  if (channel === 'Network') return `urn:oid:2.16.840.1.113883.3.9998.${1 + random.below(60)}`;
  const name = `${random.pick(givenNames)}.${random.pick(surnames)}`.toLowerCase().replace(/[^a-z.]/g, '');
  return `${name}@direct.partner-${1 + random.below(400)}.example`;
}

export const sendWorkflowId = (index: number): string => seededId(kinds.sendWorkflow, index);
export const receiveWorkflowId = (index: number): string => seededId(kinds.receiveWorkflow, index);
export const processWorkflowId = (index: number): string => seededId(kinds.processWorkflow, index);
