import { createTheme, ThemeProvider } from '@mui/material/styles';
import { act as inAct, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { BasenameContextProvider, HttpError, Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { people } from '../../../admin/people/index.ts';
import { personCommand } from '../../../admin/people/personModel.ts';
import type { Person } from '../../../shared/contract/peopleSchemas.ts';
import type { ProfileData } from '../../../shared/contract/profile.ts';
import type { Responses } from '../../support/contractApi.ts';
import { field, fill, press, save } from '../components/recordScreen.tsx';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';
import { id, organizationId, person } from './examplePerson.ts';

afterEach(cleanup);

const sourceId = '018f0000-0000-7000-8000-0000000000e3';
const ruleId = '018f0000-0000-7000-8000-0000000000e4';

const list = (...items: Person[]) => ({ items, totalCount: items.length });
const free = (username: string) => ({
  username,
  isValid: true,
  isAvailable: true,
  message: 'Username is available',
  suggestion: null,
});

const open = (responses: Responses, below = '', change: Partial<ProfileData> = {}) => {
  const { name, list: List, edit: Edit, add: Add, path } = people;
  const profile = user({ roles: ['Administrator'], organizationId, organizationName: 'Lakeside Clinic', ...change });
  const page = (
    <ThemeProvider theme={createTheme()}>
      <BasenameContextProvider basename="/account">
        <Resource name={name} list={List} edit={Edit}>
          <Route path="add/*" element={<Add />} />
        </Resource>
      </BasenameContextProvider>
    </ThemeProvider>
  );
  return renderFor({
    profile,
    routes: { [`${path}/*`]: page },
    at: `${path}${below.startsWith('?') || below === '' ? '' : '/'}${below}`,
    responses: {
      'people.get': person(),
      'people.list': list(person()),
      'people.jobs': { items: [{ id: 'Physician', name: 'Physician' }] },
      ...responses,
    },
  });
};

const act = async (name: string) => {
  await press('Actions');
  fireEvent.click(await screen.findByRole('menuitem', { name }));
  return screen.findByRole('dialog');
};

describe('list of people', () => {
  it('sends the order as JSON with page, search and state, and leads to a person', async () => {
    const filter = encodeURIComponent(JSON.stringify({ q: 'ann', state: 'disabled' }));
    const { lastInput, address } = open({}, `?filter=${filter}&sort=userName&order=DESC`);
    const name = await screen.findByRole('link', { name: 'Ann Baker' });
    expect(lastInput('people.list')).toEqual({
      query: { page: 1, size: 10, sort: { field: 'userName', dir: 'desc' }, search: 'ann', isEnabled: false },
    });
    fireEvent.click(name);
    await waitFor(() => expect(address()).toBe(`/account/people/${id}`));
  });
  it('opens no page of a deleted person, nor of one of another organization of the network', async () => {
    const deleted = person({ name: 'Del Eted', isDeleted: true, removedAt: '2026-03-01T00:00:00Z' });
    const other = person({
      id: sourceId,
      name: 'Net Work',
      organizationId: ruleId,
      organizationName: 'Hilltop Clinic',
    });
    open({ 'people.list': list(deleted, other) }, '', { isNetworkAdmin: true });
    expect(await screen.findByText('Del Eted')).toBeTruthy();
    expect(screen.getByText('Hilltop Clinic')).toBeTruthy();
    expect(screen.getByLabelText('Whole network')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Del Eted|Net Work/ })).toBeNull();
  });
  it('says that no person matches, and shows the error of the server with Retry', async () => {
    const failure = new HttpError('The database is away.', 503, { code: 'E-UNAVAILABLE' });
    open({ 'people.list': list() }, `?filter=${encodeURIComponent('{"q":"zzz"}')}`);
    expect(await screen.findByText('No person matches these filters')).toBeTruthy();
    cleanup();
    open({ 'people.list': failure });
    expect(await screen.findByText(/The database is away/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
  it('has the command that lists the same', () => {
    const sort = { field: 'lastLoginDate', order: 'DESC' } as const;
    const filterValues = { q: 'ann b', state: 'deleted', roleName: 'User', includeNetwork: true };
    expect(personCommand({ filterValues, sort, page: 2, perPage: 50 })).toBe(
      "carepost people list --search 'ann b' --role User --include-network --deleted --order lastLoginDate:desc --page-size 50 --page 2",
    );
  });
});

describe('a new person', () => {
  it('is invited; the user name is checked a second after typing, with the suggestion of a text behind it', async () => {
    const { lastInput, inputsOf } = open({ 'people.find': free('ann@x.org'), 'people.create': person() }, 'add');
    await fill(/^First name/, ' Ann ');
    await fill(/^Last name/, 'Baker');
    await fill(/^User name/, 'ann@x.org (work)');
    expect(screen.queryByText(/Username is not valid/)).toBeNull();
    expect(await screen.findByText(/Username is not valid/, {}, { timeout: 2500 })).toBeTruthy();
    await press('Use ann@x.org');
    expect((await field(/^User name/)).value).toBe('ann@x.org');
    expect(await screen.findByText(/Username is available/, {}, { timeout: 2500 })).toBeTruthy();
    expect(inputsOf('people.find')).toEqual([{ query: { username: 'ann@x.org' } }]);
    await save();
    expect(await screen.findByText('The person was saved successfully.')).toBeTruthy();
    expect(lastInput('people.create')).toEqual({
      body: { firstName: 'Ann', lastName: 'Baker', userName: 'ann@x.org', jobTitle: '', phone: '', roleName: 'User' },
    });
  });
  it('that the plan has no room for is refused with the reason', async () => {
    const text = 'The plan of this organization allows no more users.';
    open({ 'people.create': new HttpError(text, 409, { code: 'E-ORG-USER-LIMIT' }) }, 'add');
    await fill(/^First name/, 'Ann');
    await fill(/^Last name/, 'Baker');
    await fill(/^User name/, 'ann@x.org');
    await save();
    expect((await screen.findAllByText(new RegExp(text))).length).toBeGreaterThan(0);
  });
});

const source = { type: 'Fax' as const, address: '5552000000', displayName: 'Front desk', isEnabled: true };

describe('a person', () => {
  it('is saved with the version that was loaded; a job title outside the list stays', async () => {
    const answers = { 'people.get': person({ jobTitle: 'Nurse' }), 'people.update': person() };
    const { lastInput, inputsOf } = open(answers, id);
    await fill(/^Phone/, 'call me');
    await fill(/^First name/, 'A\u202enn');
    await save();
    expect(await screen.findAllByText(/Enter a valid phone number with 10 digits\./)).not.toEqual([]);
    expect(screen.queryAllByText(/First name must not contain characters that change the direction/)).not.toEqual([]);
    expect(inputsOf('people.update')).toEqual([]);
    await fill(/^First name/, 'Ann');
    await fill(/^Phone/, '(555) 010-0100');
    await save();
    expect(await screen.findByText('The person was saved successfully.')).toBeTruthy();
    expect(lastInput('people.update')).toMatchObject({
      params: { id },
      body: { phone: '(555) 010-0100', jobTitle: 'Nurse', version: 3 },
    });
  });
  it('is disabled after a confirmation that says what happens, with its version', async () => {
    const { lastInput } = open({ 'people.enable': person({ isEnabled: false }) }, id);
    const dialog = await act('Disable');
    expect(within(dialog).getByText(/can no longer sign in\. All sessions .* end at once/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Ann Baker is disabled.')).toBeTruthy();
    expect(lastInput('people.enable')).toMatchObject({ params: { id }, query: { enable: false }, ifMatch: 3 });
  });
  it('who never had a password is enabled with the word that the invitation has to be sent again', async () => {
    open({ 'people.get': person({ isEnabled: false, hasPassword: false }) }, id);
    expect(within(await act('Enable')).getByText(/Resend the invitation afterwards/)).toBeTruthy();
  });
  it('is deleted by name, and the page that is left reads nothing more of the person', async () => {
    const page = open(
      {
        'people.delete': undefined,
        'people.assignable': { documentSources: [], intakeRules: [] },
        'people.documentSources': { items: [], version: 3 },
        'people.rules': { items: [], version: 3 },
      },
      `${id}/access`,
    );
    await screen.findByRole('heading', { name: 'Document sources' });
    const dialog = await act('Delete');
    const reads = ['people.get', 'people.documentSources', 'people.rules'] as const;
    const before = reads.map((name) => page.inputsOf(name).length);
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Ann Baker' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Ann Baker was deleted.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toMatch(/^\/account\/people(\?|$)/));
    expect(page.inputsOf('people.list').length).toBeGreaterThan(0);
    expect(reads.map((name) => page.inputsOf(name).length)).toEqual(before);
  });
  it('who belongs elsewhere is removed and not changed; oneself has no actions but My account', async () => {
    open({ 'people.get': person({ belongsElsewhere: true, hasTwoFactor: true }) }, id);
    expect(await screen.findByText(/also belongs to organizations in which you do not work/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    await press('Actions');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Reset password', 'Delete']);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText('Remove Ann Baker from your organization?')).toBeTruthy();
    cleanup();
    open({}, id, { userId: id });
    expect(await screen.findByRole('heading', { level: 1, name: 'Ann Baker' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
    const ways = screen.getAllByRole('link', { name: 'Change your own sign-in in My account' });
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(Array.from({ length: 2 }, () => '/account/profile'));
    expect((await field(/^User name/)).readOnly).toBe(true);
  });
  it('gets document sources as a whole list with its version', async () => {
    const { lastInput } = open(
      {
        'people.assignable': {
          documentSources: [{ id: sourceId, ...source }],
          intakeRules: [
            { id: ruleId, name: 'Referrals', from: null, to: 'a@direct.example', documentSourceIds: [sourceId] },
          ],
        },
        'people.documentSources': { items: [], version: 3 },
        'people.rules': { items: [], version: 3 },
        'people.setDocumentSources': { items: [{ organizationId, documentSourceId: sourceId, ...source }], version: 4 },
      },
      `${id}/access`,
    );
    expect(await screen.findByLabelText('Referrals (anyone → a@direct.example)')).toBeTruthy();
    fireEvent.click(await screen.findByLabelText('Front desk (555-200-0000)'));
    await press('Save document sources');
    expect(await screen.findByText('The document sources were saved.')).toBeTruthy();
    expect(lastInput('people.setDocumentSources')).toEqual({
      params: { id },
      body: { assignments: [{ organizationId, documentSourceId: sourceId }], version: 3 },
    });
  });
  it('asks once before one of several forms with changes is left, and keeps the changes if the user stays', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    onTestFinished(() => confirm.mockRestore());
    const { router, address } = open(
      {
        'people.get': person(),
        'people.list': list(person()),
        'people.assignable': { documentSources: [{ id: sourceId, ...source }], intakeRules: [] },
        'people.documentSources': { items: [], version: 3 },
        'people.rules': { items: [], version: 3 },
      },
      `${id}/access`,
    );
    const box = await screen.findByLabelText<HTMLInputElement>('Front desk (555-200-0000)');
    const leave = (to: string) => inAct(() => router.navigate(to));
    fireEvent.click(box);
    await leave(`/account/people/${id}/activity`);
    expect([confirm.mock.calls.length, address(), box.checked]).toEqual([1, `/account/people/${id}/access`, true]);
    fireEvent.click(box);
    await leave(`/account/people/${id}`);
    expect([confirm.mock.calls.length, address()]).toEqual([1, `/account/people/${id}`]);
    await fill(/^First name/, 'Anna');
    await leave(`/account/people/${id}/access`);
    await leave('/account/people');
    expect([confirm.mock.calls.length, address()]).toEqual([2, `/account/people/${id}/access`]);
    confirm.mockReturnValue(true);
    await leave('/account/people');
    expect(address()).toBe('/account/people');
  });
  it('has the sign-ins with an application ended after a confirmation', async () => {
    const applications = [{ id: 'carepost-cli', signIns: 2, startedAt: '2026-02-06T11:30:00Z' }];
    const { lastInput } = open(
      {
        'people.get': person({ applications }),
        'people.assignable': { documentSources: [], intakeRules: [] },
        'people.documentSources': { items: [], version: 3 },
        'people.rules': { items: [], version: 3 },
        'people.endApplication': undefined,
      },
      `${id}/access`,
    );
    expect(await screen.findByText('Your organization has no document sources yet')).toBeTruthy();
    await press('End the sign-ins with Command line');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End sign-ins' }));
    expect(await screen.findByText('The sign-ins have ended.')).toBeTruthy();
    expect(lastInput('people.endApplication')).toEqual({ params: { id, appId: 'carepost-cli' } });
  });
  it('has activity of three kinds, the requests ten a page', async () => {
    const entry = {
      id: 1,
      at: '2026-02-06T11:30:00Z',
      actorId: id,
      actorName: 'Ann Baker',
      action: 'people.update',
      targetType: 'user',
      targetId: id,
      outcome: 'Success' as const,
      isRead: false,
      code: null,
      reason: 'Ticket 7',
      requestId: 'r',
      changes: [
        { field: 'phone', before: null, after: '555' },
        { field: 'roleName', before: 'User', after: 'Administrator' },
        { field: 'organizationId', before: null, after: organizationId },
        { field: 'key', before: 'store', after: 'store' },
        { field: 'sharedWith', before: null, after: { ticketNumber: 7, isUrgent: true } },
      ],
    };
    const failed = {
      ...entry,
      id: 2,
      reason: null,
      changes: [],
      targetType: 'people',
      outcome: 'Invalid' as const,
      code: 'E-USER-NAME-TAKEN',
    };
    const refused = {
      ...failed,
      id: 3,
      action: 'diagnostics.stats',
      targetType: 'diagnostics',
      targetId: '',
      code: null,
    };
    const page = { items: [entry, failed, refused], totalCount: 3 };
    const { lastInput, address } = open(
      { 'people.events': page, 'people.requests': page, 'people.signatures': { items: [], totalCount: 0 } },
      `${id}/activity`,
    );
    expect(await screen.findAllByText('Person changed')).toHaveLength(2);
    // What was named without a change is left out; an object is in words.
    const changes =
      'Phone: (empty) → 555; Role: User → Administrator; Organization: (empty) → Lakeside Clinic; ' +
      'Shared with: (empty) → Ticket number: 7, Is urgent: Yes';
    expect(screen.getByText(changes)).toBeTruthy();
    expect(screen.getByText('Messaging health')).toBeTruthy();
    expect(screen.getAllByText('Person Ann Baker')).toHaveLength(2);
    expect(screen.getByText('This user name already exists.')).toBeTruthy();
    expect(lastInput('people.events')).toEqual({ params: { id }, query: { pageStart: 1, pageSize: 30 } });
    await press('Requests');
    await waitFor(() =>
      expect(lastInput('people.requests')).toEqual({ params: { id }, query: { pageStart: 1, pageSize: 10 } }),
    );
    expect(address()).toBe(`/account/people/${id}/activity?kind=requests`);
    await press('Signature events');
    expect(await screen.findByText('No signature events yet')).toBeTruthy();
  });
});
