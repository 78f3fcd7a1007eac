import type { SvgIconProps } from '@mui/material/SvgIcon';
import { type ComponentType, createContext, useContext } from 'react';
import type { Access } from '../../shared/contract/endpoint.ts';
import type { ProfileData } from '../../shared/contract/profile.ts';
import type { TaskStore } from '../tasks/taskStore.ts';
import { type AppConfig, fallbackConfig } from './config.ts';
import type { IdleClock } from './idleClock.ts';
import type { Session } from './session.ts';
import type { Startup } from './start.ts';

export type MenuGroup = 'home' | 'monitor' | 'customers' | 'catalog' | 'tools';

/** A page the menu leads to. */
export interface MenuEntry {
  readonly path: string;
  readonly group: MenuGroup;
  readonly label: string;
  readonly icon: ComponentType<SvgIconProps>;
  readonly page: { preload(): Promise<void> };
}

/** What lasts as long as the browser tab. */
export interface AppContextValue {
  readonly session: Session;
  readonly idle: IdleClock;
  readonly profile: ProfileData | undefined;
  /** Loads it again after a change of the organization's onboarding. */
  readonly refreshProfile: () => Promise<ProfileData>;
  readonly problem: Startup['problem'];
  readonly tasks: TaskStore;
  /** The pages that the user may open and the menu names. */
  readonly menu: readonly MenuEntry[];
  /** Who may open the page at an address; undefined where there is no such page. */
  readonly accessAt: (pathname: string) => Access | undefined;
}

export const AppContext = createContext<AppContextValue | undefined>(undefined);

export const useApp = (): AppContextValue => {
  const value = useContext(AppContext);
  if (!value) throw new Error('The page is outside the application.');
  return value;
};

/** The signed-in user; only for pages behind the guard. */
export const useProfile = (): ProfileData => {
  const { profile } = useApp();
  if (!profile) throw new Error('No user is signed in.');
  return profile;
};

/** Runtime configuration of this installation: feature flags, brand (see /config.json). */
export const ConfigContext = createContext<AppConfig>(fallbackConfig);
export const useAppConfig = (): AppConfig => useContext(ConfigContext);
