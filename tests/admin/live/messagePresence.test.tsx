import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useMessagePresence } from '../../../admin/live/useMessagePresence.ts';
import { useProcessingDone } from '../../../admin/live/useProcessingDone.ts';
import { AppContext, ConfigContext } from '../../../admin/providers/appContext.ts';
import { fallbackConfig } from '../../../admin/providers/config.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import { noIdleClock, openSession } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

/** A hub server of the test's own: what it is told, and what it lets others do. */
let io: Server;
let url: string;
let reported: string[] = [];
let sockets: Socket[] = [];

beforeEach(async () => {
  reported = [];
  sockets = [];
  const http = createServer();
  io = new Server(http, { path: '/hubs', transports: ['websocket'] });
  for (const name of ['/messageHub', '/documentProcessingHub']) {
    io.of(name).on('connection', (socket) => {
      sockets.push(socket);
      reported.push(`token ${String(socket.handshake.auth['token'])}`);
      socket.onAny((event: string, id: number) => reported.push(`${event} ${id}`));
    });
  }
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/hubs`;
});
afterEach(async () => {
  cleanup();
  await io.close();
});

const Notices = ({ id, onDone }: { id: number | undefined; onDone?: (text: string) => void }) => {
  const notices = useMessagePresence(id);
  useProcessingDone(id, ({ status }) => onDone?.(status));
  return (
    <ul>
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  );
};

const app = (renewed = 'fresh') => ({
  session: openSession({
    current: () => ({ accessToken: 'old', expiresAt: Date.now() + 10_000 }),
    renew: () => Promise.resolve({ accessToken: renewed, expiresAt: Date.now() + 900_000 }),
  }),
  idle: noIdleClock(),
  profile: user(),
  refreshProfile: () => Promise.resolve(user()),
  problem: undefined,
  tasks: createTaskStore(),
  menu: [],
  accessAt: () => undefined,
});

const open = (id: number | undefined, hubUrl: string | null, onDone?: (text: string) => void) => {
  const value = app();
  const page = (visible: number | undefined) => (
    <ConfigContext value={{ ...fallbackConfig, hubUrl }}>
      <AppContext value={value}>
        {onDone ? <Notices id={visible} onDone={onDone} /> : <Notices id={visible} />}
      </AppContext>
    </ConfigContext>
  );
  const view = render(page(id));
  return { ...view, show: (next: number | undefined) => view.rerender(page(next)) };
};

const messages = () => sockets.filter(({ nsp }) => nsp.name === '/messageHub');

it('tells the others with a token that lasts, and says who else is there', async () => {
  open(7, url);
  await waitFor(() => expect(reported).toEqual(expect.arrayContaining(['token fresh', 'open 7', 'waitFor 7'])));
  const hub = messages()[0];
  hub?.emit('opened', { messageId: 7, connection: 'a', name: 'Ann' });
  hub?.emit('present', { messageId: 7, connection: 'b', name: 'Ben' });
  hub?.emit('present', { messageId: 8, connection: 'c', name: 'Cem' });
  expect(await screen.findByText('Ann has opened this message.')).toBeTruthy();
  expect(await screen.findByText('Ben currently has this message open.')).toBeTruthy();
  expect(screen.queryByText(/Cem/)).toBeNull();
  hub?.emit('closed', { messageId: 7, connection: 'a' });
  await waitFor(() => expect(screen.queryByText(/Ann/)).toBeNull());
});

it('leaves one message for the next, and ends the connection with the page', async () => {
  const page = open(7, url);
  await waitFor(() => expect(reported).toContain('open 7'));
  page.show(9);
  await waitFor(() => expect(reported).toContain('open 9'));
  page.unmount();
  await waitFor(() => expect(messages().every(({ connected }) => !connected)).toBe(true));
});

it('comes back after the connection was lost, with its message', async () => {
  open(7, url);
  await waitFor(() => expect(reported).toContain('open 7'));
  reported = [];
  messages()[0]?.conn.close();
  await waitFor(() => expect(reported).toContain('open 7'), { timeout: 10_000 });
});

it('comes back with a new token after the server ended the connection', async () => {
  open(7, url);
  await waitFor(() => expect(reported).toContain('open 7'));
  reported = [];
  messages()[0]?.disconnect(true);
  await waitFor(() => expect(reported).toContain('open 7'), { timeout: 10_000 });
});

it('hears of the end of processing', async () => {
  const received: string[] = [];
  open(7, url, (status) => received.push(status));
  await waitFor(() => expect(reported).toContain('waitFor 7'));
  io.of('/documentProcessingHub').emit('processed', { mailMessageId: 8, status: 'Failed' });
  io.of('/documentProcessingHub').emit('processed', { mailMessageId: 7, status: 'Completed' });
  await waitFor(() => expect(received).toEqual(['Completed']));
});

it('connects nowhere without a hub, and nowhere without a message', async () => {
  open(7, null);
  open(undefined, url);
  open(3, url);
  await waitFor(() => expect(reported).toContain('open 3'));
  expect(reported.filter((line) => !line.startsWith('token')).sort()).toEqual(['open 3', 'waitFor 3']);
});
