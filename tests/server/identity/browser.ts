import type { FastifyInstance } from 'fastify';

export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  readonly location: string | undefined;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
  readonly line: string;
}

interface Send {
  readonly method?: 'GET' | 'POST';
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As much of a browser as signing in needs: cookies by path, forms, redirects followed step by step. */
export class Browser {
  readonly cookies = new Map<string, Cookie>();
  readonly setCookieLines: string[] = [];
  private readonly app: FastifyInstance;
  private readonly origin: string;
  /** Network address of its connection. */
  private readonly address: string;

  constructor(app: FastifyInstance, origin: string, address = '127.0.0.1') {
    this.app = app;
    this.origin = origin;
    this.address = address;
  }

  async send(address: string, { method = 'GET', form, headers = {} }: Send = {}): Promise<Page> {
    const url = new URL(address, this.origin);
    const cookie = [...this.cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const response = await this.app.inject({
      method,
      remoteAddress: this.address,
      url: url.pathname + url.search,
      headers: {
        accept: 'text/html',
        host: url.host,
        ...(cookie ? { cookie } : {}),
        ...(method === 'POST' ? { origin: this.origin, 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) this.keep(line, url);
    const { location } = response.headers;
    return {
      status: response.statusCode,
      url: url.href,
      headers: response.headers,
      text: response.body,
      location: typeof location === 'string' ? new URL(location, url).href : undefined,
    };
  }

  /** Goes on until a page, or an address outside the server or under one of the paths where an application takes over. */
  async follow(address: string, send: Send = {}): Promise<Page> {
    let page = await this.send(address, send);
    while (page.location !== undefined && this.isOurs(page.location)) page = await this.send(page.location);
    return page;
  }

  /** Sends the form of a page with its hidden fields. */
  submit(page: Page, fields: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.follow(formAddress(page.text, page.url), {
      method: 'POST',
      form: { ...hiddenFields(page.text), ...fields },
    });
  }

  private isOurs(address: string): boolean {
    const url = new URL(address);
    return url.origin === this.origin && /^\/oidc(-sso)?\//.test(url.pathname);
  }

  private keep(line: string, url: URL): void {
    this.setCookieLines.push(line);
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? url.pathname;
    const ends = attributes.some((part) => /^max-age=0$/i.test(part) || /^expires=Thu, 01 Jan 1970/i.test(part));
    if (ends) this.cookies.delete(name);
    else this.cookies.set(name, { value: pair.slice(name.length + 1), path, line });
  }
}

/** Where the form of a page is sent to. */
export const formAddress = (html: string, url: string): string =>
  new URL(/<form[^>]*\baction="([^"]*)"/.exec(html)?.[1] ?? url, url).href;

export function hiddenFields(html: string): Record<string, string> {
  const inputs = html.match(/<input type="hidden"[^>]*>/g) ?? [];
  return Object.fromEntries(
    inputs.map((input) => [/name="([^"]*)"/.exec(input)?.[1] ?? '', /value="([^"]*)"/.exec(input)?.[1] ?? '']),
  );
}
