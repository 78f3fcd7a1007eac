import { listCommand } from '../records/commandBuilders.ts';

export const command = listCommand({
  name: 'status',
  summary: 'Show what needs attention: organizations by state, locked users, alerts, failed workflows and jobs',
  description: 'The numbers of the home page of the web application; path is the page that lists what a number counts.',
  columns: ['name', 'recordName', 'count', 'path'],
  calls: ['home.numbers'],
  examples: ['', "--where 'count>0' --output json"],
  load: ({ client, read }) => client.home.numbers({}, read),
});
