import type { inspector, ODataOptions } from '../../../shared/contract/inspector.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { metadataXml } from '../../odata/metadata.ts';
import type { SetName } from '../../odata/entitySet.ts';
import { setOf } from '../../odata/model.ts';
import { readQuery } from '../../odata/query.ts';
import { countSet, readEntity, readSet } from '../../odata/readSet.ts';

interface Parent {
  readonly foreignColumn: string;
  readonly key: number;
}
type ODataRows = Omit<Handlers<typeof inspector>, 'workflow' | 'retryStep'>;

/** The OData sets: data about messages, never their content. */
export function odataHandlers({ config, database }: Pick<Services, 'config' | 'database'>): ODataRows {
  const metadata = metadataXml();
  const context = `${config.publicUrl}/odata/$metadata#`;

  /** Reads in one snapshot; of a message that is not there nothing is known. */
  const within = <T>(parent: Parent | undefined, read: (tx: Transaction) => Promise<T>): Promise<T> =>
    inOneSnapshot(database, async (tx) => {
      if (parent && !(await readEntity(tx, messageKey, parent.key))) throw new ApiProblem('E-NOT-FOUND');
      return read(tx);
    });

  const page = async (name: SetName, options: ODataOptions, parent?: Parent) => {
    const query = readQuery(setOf(name), options);
    const { value, count } = await within(parent, (tx) => readSet(tx, query, parent));
    const counts = count === undefined ? {} : { '@odata.count': count, 'odata.count': String(count) };
    return { '@odata.context': `${context}${name}`, ...counts, value };
  };

  const total = (name: SetName, options: ODataOptions, parent?: Parent) => {
    const query = readQuery(setOf(name), options);
    return within(parent, (tx) => countSet(tx, query, parent));
  };

  const one = async (name: SetName, id: number, options: ODataOptions) => {
    const query = readQuery(setOf(name), options);
    const entity = await inOneSnapshot(database, (tx) => readEntity(tx, query, id));
    if (!entity) throw new ApiProblem('E-NOT-FOUND');
    return { '@odata.context': `${context}${name}/$entity`, ...entity };
  };

  return {
    metadata: async () => metadata,
    mailMessages: ({ query }) => page('mailmessages', query),
    mailMessage: ({ params, query }) => one('mailmessages', params.id, query),
    messageAttachments: ({ params, query }) => page('mailattachments', query, ofMessage(params.id)),
    messageEvents: ({ params, query }) => page('eventmessages', query, ofMessage(params.id)),
    mailAttachments: ({ query }) => page('mailattachments', query),
    mailAttachment: ({ params, query }) => one('mailattachments', params.id, query),
    eventMessages: ({ query }) => page('eventmessages', query),
    eventMessage: ({ params, query }) => one('eventmessages', params.id, query),
    conversionPerformance: ({ query }) => page('conversionperformance', query),
    conversion: ({ params, query }) => one('conversionperformance', params.id, query),
    eventMessagesCount: ({ query }) => total('eventmessages', query),
    mailMessagesCount: ({ query }) => total('mailmessages', query),
    messageAttachmentsCount: ({ params, query }) => total('mailattachments', query, ofMessage(params.id)),
    messageEventsCount: ({ params, query }) => total('eventmessages', query, ofMessage(params.id)),
    mailAttachmentsCount: ({ query }) => total('mailattachments', query),
    conversionPerformanceCount: ({ query }) => total('conversionperformance', query),
  };
}

const messageKey = readQuery(setOf('mailmessages'), { $select: 'MailMessageId' });
const ofMessage = (key: number): Parent => ({ foreignColumn: 't.mail_message_id', key });
