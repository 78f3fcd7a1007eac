import { canActivateFax, faxStatusesAfter, faxTransitionText } from '../../../shared/rules/documentSource.ts';
import type { SourceRecord } from '../../addresses/documentSourceStore.ts';
import type { HeldOrganization } from '../../addresses/organizationHold.ts';
import { ApiProblem } from '../../http/problem.ts';

/** A direct address cannot be put to use while its organization may not use direct messaging. */
export function refuseSwitchedOff(source: SourceRecord, organization: HeldOrganization): void {
  if (source.type === 'DirectMessaging' && !organization.directIsEnabled) throw new ApiProblem('E-DIRECT-OFF');
}

export function refuseActivation(source: SourceRecord, organization: HeldOrganization): void {
  refuseSwitchedOff(source, organization);
  if (source.type === 'Fax' && !canActivateFax(source.status)) throw faxStatusProblem(faxTransitionText(source.status));
}

/** The same status again is no change. */
export function refuseFaxStatus(source: SourceRecord, status: number): void {
  if (source.type !== 'Fax') throw faxStatusProblem('Only fax numbers have a fax status.');
  if (status === source.status || faxStatusesAfter(source.status).includes(status)) return;
  throw faxStatusProblem(faxTransitionText(source.status));
}

const faxStatusProblem = (text: string) =>
  new ApiProblem('E-FAX-STATUS', { message: text, modelState: { status: [text] } });
