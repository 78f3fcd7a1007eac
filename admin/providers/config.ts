/** What an installation decides without a new build; served at /config.json. */
export interface AppConfig {
  readonly apiBaseUrl: string;
  readonly interopBaseUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly hubUrl: string | null;
  readonly features: { readonly apiCaptureEnabled: boolean; readonly WestFaxInterface: boolean };
  readonly brand: { readonly name: string; readonly primaryColor: string; readonly supportEmail: string };
  /** The server ends a session after so many seconds without an action of its user; null where it does not. */
  readonly idleSeconds: number | null;
  readonly demo: boolean;
}

/** Stands until the real one has arrived, so that a page that says what went wrong can still be drawn. */
export const fallbackConfig: AppConfig = {
  apiBaseUrl: '',
  interopBaseUrl: '',
  issuer: '/oidc',
  clientId: 'carepost-web',
  hubUrl: null,
  features: { apiCaptureEnabled: false, WestFaxInterface: false },
  brand: { name: 'carepost', primaryColor: '#0b5c7a', supportEmail: '' },
  idleSeconds: null,
  demo: false,
};

/** Fills in what an older server leaves out; throws where the address of the sign-in is missing. */
export const readConfig = (value: unknown): AppConfig => {
  if (typeof value !== 'object' || value === null) throw new TypeError('The configuration is not an object.');
  const config = value as Partial<AppConfig>;
  if (typeof config.issuer !== 'string' || config.issuer === '')
    throw new TypeError('The configuration has no issuer.');
  return {
    ...fallbackConfig,
    ...config,
    features: { ...fallbackConfig.features, ...config.features },
    brand: { ...fallbackConfig.brand, ...config.brand },
  };
};

export const loadConfig = async (get: typeof fetch = fetch): Promise<AppConfig> => {
  const response = await get('/config.json');
  if (!response.ok) throw new Error(`The configuration could not be loaded. Status: ${response.status}`);
  return readConfig(await response.json());
};
