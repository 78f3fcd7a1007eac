import type { SvgIconProps } from '@mui/material/SvgIcon';
import { type ComponentType, createContext, useContext } from 'react';
import type { ProfileData } from '../../shared/contract/profile.ts';
import type { TaskStore } from '../tasks/taskStore.ts';
import { type AppConfig, fallbackConfig } from './config.ts';
import type { Session } from './session.ts';
import type { Startup } from './start.ts';

/** A page the navigation leads to. */
export interface MenuEntry {
  readonly path: string;
  readonly label: string;
  readonly icon: ComponentType<SvgIconProps>;
  readonly page: { preload(): Promise<void> };
}

/** What belongs to this tab from the first page to the last. */
export interface AppContextValue {
  readonly session: Session;
  readonly profile: ProfileData | undefined;
  readonly problem: Startup['problem'];
  readonly tasks: TaskStore;
  /** The pages this person may open, as the navigation names them. */
  readonly menu: readonly MenuEntry[];
}

export const AppContext = createContext<AppContextValue | undefined>(undefined);

export const useApp = (): AppContextValue => {
  const value = useContext(AppContext);
  if (!value) throw new Error('The page is outside the application.');
  return value;
};

/** The person who is signed in; only for pages behind the guard. */
export const useProfile = (): ProfileData => {
  const { profile } = useApp();
  if (!profile) throw new Error('Nobody is signed in.');
  return profile;
};

/** Runtime configuration of this installation: feature flags, brand (see /config.json). */
export const ConfigContext = createContext<AppConfig>(fallbackConfig);
export const useAppConfig = (): AppConfig => useContext(ConfigContext);
