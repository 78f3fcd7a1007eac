import type { reports } from '../../../shared/contract/reports.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { organizationsReport } from './organizationsReport.ts';
import { contactsUsageReport, directAddressesReport, usersReport } from './peopleReports.ts';
import type { Report } from './reportStatement.ts';
import { reportStream } from './reportStream.ts';

export const reportsHandlers = ({ database }: Services): Handlers<typeof reports> => {
  const streamReport =
    (report: Report) =>
    async (_input: unknown, { signal }: RequestContext) => ({
      stream: await reportStream(database, report, signal),
    });
  return {
    directAddresses: streamReport(directAddressesReport),
    organizations: streamReport(organizationsReport),
    contactsUsage: streamReport(contactsUsageReport),
    users: streamReport(usersReport),
  };
};
