import { BlockList, isIP } from 'node:net';
import type { Variables } from './configVariables.ts';

/** A broken rule that several settings are part of. It is not reported where one of them is refused on its own. */
export interface Fault {
  readonly about: readonly (keyof Variables)[];
  readonly text: string;
}

/** Rules that connect settings, and rules of the kind of installation. */
export const connectedFaults = (settings: Variables): Fault[] => [
  ...(settings.NODE_ENV === 'production' ? productionFaults(settings) : publicDemoFaults(settings)),
  ...ownerFaults(settings),
  ...proxyFaults(settings),
  ...paymentFaults(settings),
  ...proofingFaults(settings),
  ...knowledgeFaults(settings),
];

function ownerFaults({ MIGRATION_DATABASE_URL, DATABASE_URL }: Variables): Fault[] {
  if (MIGRATION_DATABASE_URL === undefined || DATABASE_URL !== undefined) return [];
  const text = 'MIGRATION_DATABASE_URL needs DATABASE_URL; the embedded database has both accounts by itself.';
  return [{ about: ['MIGRATION_DATABASE_URL', 'DATABASE_URL'], text }];
}

const paymentNames = [
  'PAYMENT_PROVIDER_URL',
  'PAYMENT_PROVIDER_USER',
  'PAYMENT_PROVIDER_PASSWORD',
  'PAYMENT_STORE_URL',
] as const;

/** The payment provider is set up as a whole. */
function paymentFaults(settings: Variables): Fault[] {
  const missing = paymentNames.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === paymentNames.length) return [];
  const text = `The payment provider needs ${missing.join(' and ')} as well: its API address, user, password and the address of its shop.`;
  return [{ about: paymentNames, text }];
}

const proofingNames = ['IDPROOFING_URL', 'IDPROOFING_CLIENT_ID', 'IDPROOFING_CLIENT_SECRET'] as const;

function proofingFaults(settings: Variables): Fault[] {
  const missing = proofingNames.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === proofingNames.length) return [];
  const text = `The identity provider needs ${missing.join(' and ')} as well: its issuer address, and the id and secret of this installation there.`;
  return [{ about: proofingNames, text }];
}

const knowledgeNames = ['KNOWLEDGE_URL', 'KNOWLEDGE_CLIENT_ID', 'KNOWLEDGE_CLIENT_SECRET'] as const;

function knowledgeFaults(settings: Variables): Fault[] {
  const missing = knowledgeNames.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === knowledgeNames.length) return [];
  const text = `The provider of identity questions needs ${missing.join(' and ')} as well: its address, and the id and secret of this installation there.`;
  return [{ about: knowledgeNames, text }];
}

const proxyFaults = ({ TRUST_PROXY }: Variables): Fault[] =>
  TRUST_PROXY.filter((entry) => !isNetwork(entry)).map((entry) => ({
    about: ['TRUST_PROXY'],
    text: `TRUST_PROXY must list the addresses or networks of your proxies, such as 10.0.0.5, 10.1.0.0/16, separated by commas: ${JSON.stringify(entry)} ${isEveryAddress(entry) ? 'is every address, so that each caller could claim the address of another' : 'is neither'}.`,
  }));

const isEveryAddress = (entry: string): boolean => /\/0+$/.test(entry) && isNetwork(entry.replace(/0+$/, '1'));

/** An address, or a network with a prefix. A network of all addresses would trust every caller. */
function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const version = isIP(address);
  if (version === 0) return false;
  return bits === undefined || (Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128));
}

/** A demo whose accounts have public passwords is for this machine alone, unless it is meant to be shown. */
function publicDemoFaults({ DEMO, HOST, PUBLIC_URL }: Variables): Fault[] {
  if (DEMO !== undefined) return [];
  const open = [
    ...(isLoopback(HOST) ? [] : [`HOST=${HOST}`]),
    ...(PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname) ? [] : [`PUBLIC_URL=${PUBLIC_URL}`]),
  ];
  if (open.length === 0) return [];
  const text = `${open.join(' and ')} would open the demo, whose accounts have public passwords, to other machines. Set NODE_ENV=production for a real installation or DEMO=false for one without demo accounts, each with a database that the demo has not filled, or DEMO=true to show the demo.`;
  return [{ about: ['NODE_ENV', 'DEMO', 'HOST', 'PUBLIC_URL'], text }];
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0
    ? address.toLowerCase() === 'localhost'
    : loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

const samplePasswords = new Set([
  '',
  'postgres',
  'password',
  'carepost',
  'secret',
  'changeme',
  'change-me',
  'admin',
  'example',
  '123456',
]);

/** OP-2: what is handy on a laptop must not go live unnoticed. */
function productionFaults(settings: Variables): Fault[] {
  const faults: Fault[] = [];
  const add = (text: string, ...about: (keyof Variables)[]) => faults.push({ about: ['NODE_ENV', ...about], text });
  if (settings.DEMO === true)
    add('DEMO must not be true when NODE_ENV is production: demo accounts have known passwords.', 'DEMO');
  if (settings.PUBLIC_URL === undefined)
    add('PUBLIC_URL must be set when NODE_ENV is production, such as https://carepost.example.org.', 'PUBLIC_URL');
  else if (!settings.PUBLIC_URL.startsWith('https://'))
    add(
      'PUBLIC_URL must begin with https:// when NODE_ENV is production: tokens and cookies travel over it.',
      'PUBLIC_URL',
    );
  for (const name of [
    'OIDC_ISSUER',
    'FHIR_DIRECTORY_URL',
    'INTEROP_API_URL',
    'PAYMENT_PROVIDER_URL',
    'PAYMENT_STORE_URL',
    'IDPROOFING_URL',
    'KNOWLEDGE_URL',
  ] as const) {
    const url = settings[name];
    if (url !== undefined && !url.startsWith('https://'))
      add(`${name} must begin with https:// when NODE_ENV is production.`, name);
  }
  for (const [name, insideToo] of [
    ['CUSTOMER_MESSAGING_URL', 'CUSTOMER_MESSAGING_ALLOW_PRIVATE'],
    ['WESTFAX_URL', 'WESTFAX_ALLOW_PRIVATE'],
  ] as const) {
    const url = settings[name];
    if (url !== undefined && !settings[insideToo] && !url.startsWith('https://'))
      add(
        `${name} must begin with https:// when NODE_ENV is production and the service is not inside.`,
        name,
        insideToo,
      );
  }
  if (settings.DATABASE_URL !== undefined && settings.CAREPOST_KEY_FILE === undefined)
    add(
      'CAREPOST_KEY_FILE must be set when NODE_ENV is production and DATABASE_URL is set: the key of the secrets in the database, such as /etc/carepost/key. It is made on the first start.',
      'CAREPOST_KEY_FILE',
      'DATABASE_URL',
    );
  for (const name of ['DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const) {
    const url = settings[name];
    if (url !== undefined && hasWeakPassword(url))
      add(
        `${name} has a sample password or none; give the database account a password of at least 12 characters.`,
        name,
      );
  }
  return faults;
}

function hasWeakPassword(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return true;
  const url = new URL(databaseUrl);
  // A Unix socket is guarded by the operating system's accounts, not by a password.
  if (url.hostname === '' || url.searchParams.get('host')?.startsWith('/')) return false;
  const password = decoded(url.password);
  return password.length < 12 || samplePasswords.has(password.toLowerCase());
}

/** The password as it is where a percent sign in it is not encoded; the database refuses such an address itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
