import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoAccounts } from '../../server/seed/demoAccounts.ts';
import type { CliSandbox, CliResult } from '../support/runCli.ts';

/** What a browser does, without one: cookies, redirects, forms. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  url = '';
  html = '';

  async #send(address: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) },
      ...(form === undefined ? {} : { body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Goes to an address, or sends a form there, and follows where it leads. */
  async go(address: string, form?: URLSearchParams): Promise<void> {
    let response = await this.#send(address, form);
    this.url = address;
    for (let hops = 0; response.status >= 300 && response.status < 400 && hops < 15; hops += 1) {
      this.url = new URL(response.headers.get('location') ?? '', this.url).href;
      response = await this.#send(this.url);
    }
    this.html = await response.text();
  }

  /** Fills the form of the page, with its hidden fields, and sends it. */
  async submit(values: Readonly<Record<string, string>>): Promise<void> {
    const action = /<form[^>]* action="([^"]*)"/.exec(this.html)?.[1];
    const form = new URLSearchParams();
    for (const [tag] of this.html.matchAll(/<input type="hidden"[^>]*>/g)) {
      form.set(/name="([^"]*)"/.exec(tag)?.[1] ?? '', /value="([^"]*)"/.exec(tag)?.[1] ?? '');
    }
    for (const [name, value] of Object.entries(values)) form.set(name, value);
    await this.go(action === undefined ? this.url : new URL(action.replaceAll('&amp;', '&'), this.url).href, form);
  }

  async signIn(userName = 'sysadmin@carepost.example'): Promise<void> {
    const account = demoAccounts.find((known) => known.userName === userName);
    if (account === undefined) throw new Error(`The demo data has no ${userName}.`);
    await this.submit({ userName, password: account.password });
  }
}

/** The first address in a text that starts so. */
export const addressIn = (text: string, start: string): string | undefined =>
  text.split(/\s+/).find((word) => word.startsWith(start));

/** Signs in as a user who opens the printed address. */
export const browserLogin = async (
  sandbox: CliSandbox,
  api: string,
  userName?: string,
): Promise<CliResult & { visitor: Visitor }> => {
  const visitor = new Visitor();
  let visit: Promise<void> | undefined;
  const result = await sandbox.run(['login', '--no-browser', '--insecure-storage', '--output', 'json', '--api', api], {
    onStderr: (text) => {
      const address = addressIn(text, `${api}/oidc/auth`);
      if (address === undefined || !text.endsWith('\n')) return;
      visit ??= visitor.go(address).then(() => visitor.signIn(userName));
    },
  });
  await visit;
  return { ...result, visitor };
};

export const secretFile = (sandbox: CliSandbox): string => join(sandbox.stateFolder, 'secrets', 'default.json');

/** Makes the stored access token look about to expire, so that the next command renews it. */
export const expireToken = async (sandbox: CliSandbox): Promise<void> => {
  const secrets: unknown = JSON.parse(await readFile(secretFile(sandbox), 'utf8'));
  const changed = Object.assign({}, secrets, { expiresAt: Date.now() + 30_000 });
  await writeFile(secretFile(sandbox), JSON.stringify(changed));
};
