import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { Onboarding } from '../../../admin/onboarding/Onboarding.tsx';
import { accessAt, menuFor } from '../../../admin/pages.ts';
import { AppContext } from '../../../admin/providers/appContext.ts';
import { DraftContext, type DraftStore } from '../../../admin/providers/drafts.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import type { ProfileData } from '../../../shared/contract/profile.ts';
import type { Responses } from '../../support/contractApi.ts';
import { renderAt } from '../components/renderAt.tsx';
import { noIdleClock, openSession } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

export const id = '018f0000-0000-7000-8000-0000000000a1';
export const organizationId = '018f0000-0000-7000-8000-0000000000a2';
export const agreement = {
  id,
  version: '2.0',
  brandName: '',
  type: 'EULA',
  fileName: 'terms.html',
  isActive: true,
  createDate: '2026-01-01T00:00:00.000Z',
  activatedDate: '2026-01-01T00:00:00.000Z',
  isAccepted: false,
};
export const administrator = (change: Partial<ProfileData> = {}) =>
  user({
    roles: ['Administrator'],
    isAdmin: true,
    organizationId,
    organizationName: 'Aspen',
    orgIsActivated: false,
    orgIsIdProofed: false,
    idProofProcessStatus: 'Not_Id_Proofed',
    ...change,
  });

/** A false clock for each test of a file, which its dialogs are loaded before. */
export const withFalseClock = () => {
  beforeAll(() => import('../../../admin/onboarding/OnboardingDialogs.tsx'));
  beforeEach(() => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
};

/** The application with a person; `next` is the profile after each change on the server. */
export const start = (
  profile: ProfileData,
  responses: Responses = {},
  next: readonly ProfileData[] = [],
  at = '/account/dashboard',
  page: ReactNode = <main>Page</main>,
  drafts?: DraftStore,
) => {
  const queue = [...next];
  const Frame = ({ children }: { children: ReactNode }) => {
    const [current, setCurrent] = useState(profile);
    const value = {
      session: openSession(),
      idle: noIdleClock(),
      profile: current,
      refreshProfile: () => {
        const loaded = queue.shift() ?? current;
        setCurrent(loaded);
        return Promise.resolve(loaded);
      },
      problem: undefined,
      tasks: createTaskStore(),
      menu: menuFor(current.roles),
      accessAt,
    };
    return (
      <AppContext value={value}>
        <DraftContext value={drafts}>{children}</DraftContext>
      </AppContext>
    );
  };
  return renderAt({
    at,
    // The page looks for a verification that it has left behind as soon as one has been started.
    responses: { 'idproofing.initiation': new HttpError('There is no such record.', 404), ...responses },
    routes: {
      '*': (
        <Frame>
          {page}
          <Onboarding />
        </Frame>
      ),
    },
  });
};
export const open = async (...input: Parameters<typeof start>) => {
  const page = start(...input);
  await pass(50);
  await pass();
  return page;
};
export const pass = (ms = 1000) => act(() => vi.advanceTimersByTimeAsync(ms));
export const dialog = async (name: string | RegExp) => {
  if (screen.queryByRole('dialog', { name }) === null) await pass();
  return screen.findByRole('dialog', { name });
};
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
export const tick = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('checkbox', { name }));
export const escape = async (name: string | RegExp) => fireEvent.keyDown(await dialog(name), { key: 'Escape' });
