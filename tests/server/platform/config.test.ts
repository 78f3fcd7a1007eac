import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';

const production = {
  CAREPOST_KEY_FILE: '/etc/carepost/key',
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://carepost.example.org',
  DATABASE_URL: 'postgres://carepost:9f8e7d6c5b4a3210@db/carepost',
};

describe('settings', () => {
  test('need nothing on a laptop', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      issuer: 'http://localhost:3000/oidc',
      databaseUrl: null,
      demo: true,
      docs: true,
      trustProxy: false,
      features: { apiCaptureEnabled: true, WestFaxInterface: false },
      brand: { name: 'carepost' },
    });
  });

  test('of jobs, mail and other systems have safe defaults', () => {
    expect(readConfig({ SUPPORT_EMAIL: 'help@carepost.example' })).toMatchObject({
      jobs: { enabled: true, retrySeconds: [10, 60, 300, 1800] },
      mail: { smtpUrl: null, from: 'help@carepost.example' },
      customerMessaging: { url: null, allowPrivate: false },
      westFax: { url: null, allowPrivate: false },
      apiCaptureDays: 7,
    });
    expect(readConfig({ JOB_RETRY_SECONDS: '0.5, 2' }).jobs.retrySeconds).toEqual([0.5, 2]);
  });

  test('that are empty count as not set', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: ' ' }).publicUrl).toBe('http://localhost:3000');
  });

  test.each([
    [{ PORT: 'abc' }, /PORT must be a whole number/],
    [{ PORT: '70000' }, /PORT must be at most 65535/],
    [{ PUBLIC_URL: 'carepost.example.org' }, /PUBLIC_URL must be an address/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres:\/\//],
    [{ MIGRATION_DATABASE_URL: 'postgres://db/carepost' }, /MIGRATION_DATABASE_URL needs DATABASE_URL/],
    [{ NODE_ENV: 'prod' }, /NODE_ENV must be development, test, production, or not set/],
    [{ NODE_ENV: 'Production' }, /NODE_ENV must be/],
    [{ NODE_ENV: 'staging' }, /NODE_ENV must be/],
    [{ HOST: '0.0.0.0' }, /HOST=0\.0\.0\.0 would open the demo.*NODE_ENV=production.*DEMO=false.*DEMO=true/],
    [{ HOST: '::' }, /HOST=:: would open the demo/],
    [{ HOST: '192.168.1.20' }, /HOST=192\.168\.1\.20 would open the demo/],
    [{ PUBLIC_URL: 'https://carepost.example.org' }, /PUBLIC_URL=https:\/\/carepost\.example\.org would open the demo/],
    [{ PUBLIC_URL: 'http://127.0.0.1.example.org' }, /PUBLIC_URL=.* would open the demo/],
    [
      { NODE_ENV: 'development', HOST: '0.0.0.0', PUBLIC_URL: 'https://a.example.org' },
      /HOST=0\.0\.0\.0 and PUBLIC_URL=https:\/\/a\.example\.org would open the demo/,
    ],
    [{ DEMO: 'perhaps' }, /DEMO must be true or false/],
    [{ TRUST_PROXY: 'true' }, /TRUST_PROXY must list the addresses/],
    [
      { TRUST_PROXY: '10.0.0.5, proxy.example' },
      /TRUST_PROXY must list .*such as 10\.0\.0\.5.*"proxy\.example" is neither/,
    ],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /"10\.0\.0\.0\/33" is neither/],
    [{ TRUST_PROXY: '10.0.0/8' }, /"10\.0\.0\/8" is neither/],
    ...['0.0.0.0/0', '::/0', '10.0.0.5, ::/00'].map((list): [Record<string, string>, RegExp] => [
      { TRUST_PROXY: list },
      /TRUST_PROXY must list .*such as 10\.0\.0\.5.*\/0+" is every address, so that each caller could claim/,
    ]),
    [{ TRUST_PROXY: '10.0.0/0' }, /"10\.0\.0\/0" is neither/],
    [{ BRAND_COLOR: 'red' }, /BRAND_COLOR must be a color/],
    [{ SMTP_URL: 'mail.example.org' }, /SMTP_URL must be an address such as smtp:/],
    [{ MAIL_FROM: 'a@b.example, c@d.example' }, /MAIL_FROM must be an e-mail address/],
    [{ CUSTOMER_MESSAGING_URL: 'file:///etc/passwd' }, /CUSTOMER_MESSAGING_URL must be an address/],
    [{ JOB_RETRY_SECONDS: '10,soon' }, /JOB_RETRY_SECONDS must be seconds/],
    [{ API_CAPTURE_DAYS: '31' }, /API_CAPTURE_DAYS must be at most 30/],
    [{ TIME_ZONE: 'Mars/Olympus' }, /TIME_ZONE must be a time zone/],
    [{ INTEROP_API_URL: 'ftp://network' }, /INTEROP_API_URL must be an address/],
    [{ INTEROP_API_URL: 'https://me:secret@network.example' }, /INTEROP_API_URL must have no user name/],
    [{ FHIR_DIRECTORY_URL: 'ftp://directory/fhir' }, /FHIR_DIRECTORY_URL must be an address/],
    [{ FHIR_DIRECTORY_URL: 'https://me:secret@directory.example/fhir' }, /FHIR_DIRECTORY_URL must have no user name/],
    [{ FHIR_DIRECTORY_URL: 'https://directory.example/fhir?key=1' }, /FHIR_DIRECTORY_URL must have no user name/],
  ])('%j are refused by name, rule and way out', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test.each([
    { HOST: '127.0.0.1' },
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.8.9.10', PUBLIC_URL: 'http://[::1]:3000' },
    { PUBLIC_URL: 'http://localhost:8080' },
    { NODE_ENV: 'test', PUBLIC_URL: 'https://LOCALHOST' },
  ])('of a demo for this machine are accepted: %o', (settings) => {
    expect(readConfig(settings).demo).toBe(true);
  });

  test('open the demo to other machines only if it is meant to be shown, and any address without a demo', () => {
    const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://demo.example.org' };
    expect(readConfig({ ...open, DEMO: 'true' }).demo).toBe(true);
    expect(readConfig({ ...open, DEMO: 'false' }).demo).toBe(false);
  });

  test('with several faults name them all at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'perhaps' })).toThrow(/PORT[\s\S]*DEMO/);
  });

  const faultsOf = (env: Readonly<Record<string, string>>): string[] => {
    try {
      readConfig(env);
    } catch (error) {
      return String(error)
        .split('\n')
        .flatMap((line) => (line.startsWith('  - ') ? [line.slice(4).split(' ')[0] ?? ''] : []));
    }
    return [];
  };

  test('with faults of one setting and of several name them all at once', () => {
    const faults = faultsOf({
      PORT: 'x',
      LOG_LEVEL: 'loud',
      JOB_RETRY_SECONDS: 'a,b',
      TRUST_PROXY: 'proxy.example',
      MIGRATION_DATABASE_URL: 'postgres://db/carepost',
      HOST: '0.0.0.0',
    });
    expect(faults).toEqual([
      'PORT',
      'LOG_LEVEL',
      'JOB_RETRY_SECONDS',
      'HOST=0.0.0.0',
      'MIGRATION_DATABASE_URL',
      'TRUST_PROXY',
    ]);
    expect(
      faultsOf({ NODE_ENV: 'production', PORT: 'x', DEMO: 'true', DATABASE_URL: 'postgres://me@db/carepost' }),
    ).toEqual(['PORT', 'DEMO', 'PUBLIC_URL', 'CAREPOST_KEY_FILE', 'DATABASE_URL']);
  });

  test('name no fault that depends on a setting which is refused itself', () => {
    expect(faultsOf({ NODE_ENV: 'production', PUBLIC_URL: 'carepost' })).toEqual(['PUBLIC_URL']);
    expect(faultsOf({ NODE_ENV: 'prod', HOST: '0.0.0.0' })).toEqual(['NODE_ENV']);
    expect(faultsOf({ DATABASE_URL: 'mysql://x', MIGRATION_DATABASE_URL: 'postgres://db/carepost' })).toEqual([
      'DATABASE_URL',
    ]);
  });

  test.each([
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace or silent.'],
    [{ PORT: '1.5' }, 'PORT must be a whole number.'],
    [{ PORT: '-1' }, 'PORT must be at least 0.'],
    [{ JOB_RETRY_SECONDS: ',' }, 'JOB_RETRY_SECONDS must have at least 1 entry.'],
  ])('%j without a text of its own has the rule', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});

describe('in production', () => {
  test('safe settings are accepted; demo data, documentation and metrics are off', () => {
    expect(readConfig(production)).toMatchObject({ production: true, demo: false, docs: false, metrics: false });
  });

  test.each([
    ['demo accounts', { DEMO: 'true' }, /DEMO must not be true/],
    [
      'a directory without TLS',
      { FHIR_DIRECTORY_URL: 'http://directory.example/fhir' },
      /FHIR_DIRECTORY_URL must begin with https/,
    ],
    [
      'an unencrypted interoperability API',
      { INTEROP_API_URL: 'http://network.example' },
      /INTEROP_API_URL must begin with https/,
    ],
    ['no public address', { PUBLIC_URL: '' }, /PUBLIC_URL must be set/],
    ['an address without TLS', { PUBLIC_URL: 'http://carepost.example.org' }, /PUBLIC_URL must begin with https/],
    [
      'a sample password',
      { DATABASE_URL: 'postgres://carepost:postgres@db/carepost' },
      /DATABASE_URL has a sample password/,
    ],
    [
      'a sample password of the migrations',
      { MIGRATION_DATABASE_URL: 'postgres://carepost:postgres@db/carepost' },
      /MIGRATION_DATABASE_URL has a sample password/,
    ],
    ['no key file beside a database of its own', { CAREPOST_KEY_FILE: '' }, /CAREPOST_KEY_FILE must be set/],
    ['no password', { DATABASE_URL: 'postgres://carepost@db/carepost' }, /DATABASE_URL has a sample password/],
    ['another system without TLS', { WESTFAX_URL: 'http://fax.example.org' }, /WESTFAX_URL must begin with https/],
    ['a provider without TLS', { OIDC_ISSUER: 'http://idp.example.org' }, /OIDC_ISSUER must begin with https/],
  ])('%s are refused', (_what, change, message) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(message);
  });
});
