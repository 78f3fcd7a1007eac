import { expect, test } from 'vitest';
import { bulkActions } from '../../../shared/bulk/actions/catalogue.ts';
import { api } from '../../../shared/contract/api.ts';
import { type Endpoint, isRead } from '../../../shared/contract/endpoint.ts';

/** Writes that no bulk action makes, each with the reason. A new write gets an action, or a line here. */
const withoutAction: Readonly<Record<string, string>> = {
  'profile.changeOrganization': 'the own session',
  'drafts.save': 'unsaved forms of the caller alone',
  'drafts.discard': 'unsaved forms of the caller alone',
  'preferences.save': 'the own settings of the application',
  'users.enableTwoFactor': 'sign-in of the caller alone',
  'users.verifyCode': 'sign-in of the caller alone',
  'users.sendInvitation': 'one mail to one person',
  'subscriptionplans.requestUpgrade': 'one request of the caller',
  'account.updateProfile': 'the record of the caller alone',
  'account.changeEmail': 'sign-in of the caller alone',
  'account.changePassword': 'sign-in of the caller alone',
  'account.disableTwoFactor': 'sign-in of the caller alone',
  'account.recoveryCodes': 'sign-in of the caller alone',
  'account.signOutOthers': 'sign-in of the caller alone',
  'registration.start': 'a person who has no account yet',
  'registration.complete': 'a person who has no account yet',
  'registration.resend': 'one mail to one person, again',
  'registration.cancel': 'ends one link that was mailed',
  'users.uploadIdProof': 'a binary file for each user',
  'eulas.accept': 'agreement of an organization by its own administrator',
  'resellers.acceptEula': 'agreement of an organization by its own administrator',
  'idproofing.initiate': 'identity of the caller alone',
  'idproofing.validate': 'identity of the caller alone',
  'idproofing.confirm': 'identity of the caller alone',
  'idproofing.manual': 'identity of the caller alone',
  'legacyproofing.acknowledge': 'onboarding of the caller’s organization',
  'legacyproofing.identity': 'identity of the caller alone',
  'legacyproofing.answer': 'identity of the caller alone',
  'idproofing.approve': 'one reviewer decides on one document after a look at it',
  'idproofing.refuse': 'one reviewer decides on one document after a look at it',
  'organizations.addUser': 'users.assign has the same effect',
  'organizations.removeUser': 'users.unassign has the same effect',
  'fax.addWestFaxNumber': 'addresses.create has the same effect',
  'fax.removeWestFaxNumber': 'addresses.delete has the same effect',
  'people.endApplication': 'the sign-ins of one person with one application',
  'bulkplans.approve': 'part of a bulk run itself',
  'bulkplans.use': 'part of a bulk run itself',
  'retryjobs.create': 'a job of the server with a result for each step',
  'retryjobs.pause': 'control of a job of the server',
  'retryjobs.resume': 'control of a job of the server',
  'retryjobs.cancel': 'control of a job of the server',
  'retryjobs.retryFailed': 'control of a job of the server',
  'messages.send': 'sends a document, with binary files',
  'messages.sendCopy': 'sends a document',
  'connections.create': 'the client secret is never a cell',
  'connections.test': 'changes no record',
  'certificates.check': 'reads one certificate again',
  'certificates.checkAll': 'reads the certificates again',
  'webhooks.redeliver': 'repeats one delivery',
  'webhooks.test': 'sends one event without content',
  'attachments.convert': 'derives a document, changes no record',
  'attachments.generatePreview': 'derives a preview, changes no record',
  'diagnostics.acknowledgeAlert': 'one person takes one alert over, with a note about it',
  'diagnostics.resolveAlert': 'one person resolves one alert, with a note about it',
  'diagnostics.updateAlertRule': 'the server has five rules, which no call adds',
};

const writes = Object.entries(api).flatMap(([area, rows]) =>
  Object.entries(rows as Readonly<Record<string, Endpoint>>)
    .filter(([, row]) => !isRead(row))
    .map(([name]) => `${area}.${name}`),
);

test('every write of the contract is made by a bulk action, or has a reason why not', () => {
  const made = new Set<string>(bulkActions.flatMap(({ calls }) => calls));
  const expected = writes.filter((name) => !made.has(name));
  expect(Object.keys(withoutAction).sort()).toEqual(expected.sort());
});
