import { createDocuments } from '../../../server/documents/openDocuments.ts';
import { acceptIncoming } from '../../../server/exchange/acceptIncoming.ts';
import { acceptOutgoing } from '../../../server/exchange/acceptOutgoing.ts';
import type { ExchangeServices } from '../../../server/exchange/exchangeServices.ts';
import type { IncomingMessage, NewAttachment, OutgoingMessage } from '../../../server/exchange/newMessage.ts';
import { systemContext } from '../../../server/jobs/systemContext.ts';
import type { Database } from '../../../server/database/openDatabase.ts';
import type { Config } from '../../../server/config.ts';

export interface Address {
  readonly address: string;
  readonly organizationId: string;
}

/** Direct addresses that can send and receive, each of another organization. */
export async function usableAddresses({ pool }: Pick<Database, 'pool'>): Promise<Address[]> {
  const { rows } = await pool.query<Address>(
    `select distinct on (d.organization_id) d.address, d.organization_id as "organizationId"
     from document_sources d join organizations o on o.id = d.organization_id
     where d.type = 'DirectMessaging' and d.is_enabled and d.status = 1 and o.is_activated and o.is_enabled
       and o.direct_is_enabled and (o.cancel_at is null or o.cancel_at > now())
     order by d.organization_id, d.address`,
  );
  return rows;
}

/** A C-CDA of about 20 kB, as short as a test can read it. */
export function smallCda(family = 'Testfall', bytes = 20_000): Buffer {
  const row = '<tr><td>2026-01-02</td><td>Blood pressure</td><td>120/80 mm[Hg]</td></tr>';
  const document = (rows: string) => `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3">
  <typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
  <templateId root="2.16.840.1.113883.10.20.22.1.1"/>
  <code code="34133-9" codeSystem="2.16.840.1.113883.6.1" displayName="Summarization of Episode Note"/>
  <title>Summary</title><effectiveTime value="20260102"/>
  <recordTarget><patientRole><id root="2.16.840.1.113883.3.9999.1" extension="T-1"/>
    <patient><name><given>Greta</given><family>${family}</family></name>
      <administrativeGenderCode code="F"/><birthTime value="19700203"/></patient></patientRole></recordTarget>
  <component><structuredBody><component><section><title>Vital signs</title>
    <text><table><tbody>${rows}</tbody></table></text></section></component></structuredBody></component>
</ClinicalDocument>`;
  return Buffer.from(document(row.repeat(Math.max(1, Math.round((bytes - 900) / row.length)))));
}

export const cdaAttachment = (family?: string): NewAttachment => ({ name: 'summary.xml', bytes: smallCda(family) });

/** The doors of the exchange, over a database that a server works on. */
export function exchangeDoors({ config, database }: { readonly config: Config; readonly database: Database }) {
  const documents = createDocuments(config.exchange.documents);
  const services: ExchangeServices = { config, database, documents, hubs: { processed: () => undefined } };
  return {
    services,
    send: (from: Address, to: readonly string[], more: Partial<OutgoingMessage> = {}) =>
      acceptOutgoing(
        services,
        {
          organizationId: from.organizationId,
          channel: 'Direct',
          sender: from.address,
          recipients: to,
          subject: 'Referral',
          body: 'Please see the attachment.',
          origin: 'test',
          attachmentsAs: 'Original',
          attachments: [cdaAttachment()],
          ...more,
        },
        systemContext('engine-test'),
      ),
    receive: (to: Address, more: Partial<IncomingMessage> = {}) =>
      acceptIncoming(services, {
        organizationId: to.organizationId,
        channel: 'Direct',
        sender: 'doctor@elsewhere.example',
        recipient: to.address,
        subject: 'Summary',
        body: 'Attached.',
        origin: 'smtp',
        hispMessageId: `<${crypto.randomUUID()}@elsewhere.example>`,
        attachments: [cdaAttachment()],
        ...more,
      }),
    close: () => documents.close(),
  };
}
