import type { Command } from '../command.ts';
import { getCommand, listCommand, writeCommand } from '../records/commandBuilders.ts';

export const commands: readonly Command[] = [
  getCommand({
    name: 'show',
    summary: 'Show how you sign in: password, one-time codes, recovery codes left',
    calls: ['account.signIn'],
    fields: ['hasPassword', 'hasAuthenticator', 'hasMailedCodes', 'recoveryCodesLeft'],
    rowFields: ['hasPassword', 'hasAuthenticator', 'hasMailedCodes', 'recoveryCodesLeft'],
    examples: ['', '--output json'],
    load: ({ client, read }) => client.account.signIn(read),
  }),
  listCommand({
    name: 'sessions',
    summary: 'List where you are signed in, newest first',
    calls: ['account.sessions'],
    columns: ['id', 'clientId', 'startedAt', 'expiresAt', 'isCurrent'],
    examples: ['', '--output json'],
    load: ({ client, read }) => client.account.sessions(read),
  }),
  writeCommand({
    name: 'sign-out-others',
    summary: 'End all your other sessions in browsers and command lines',
    calls: ['account.signOutOthers'],
    examples: ['--yes', '--yes --output json'],
    prepare: ({ client }) => ({
      title: 'End all your other sessions',
      send: (call) => client.account.signOutOthers(call),
      done: 'All other sessions have ended.',
    }),
  }),
];
