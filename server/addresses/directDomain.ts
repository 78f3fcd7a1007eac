import type { Config } from '../config.ts';

/** The host of the installation; on one's own machine, which has no domain, the example domain of the demo data stands in. */
export function platformDomain({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' || /^[\d.[\]:]+$/.test(hostname) ? 'carepost.example' : hostname;
}

/** The mail domain an organization has by its subdomain: null while it has none. */
export const directDomainOf = (subdomain: string | null, config: Pick<Config, 'publicUrl'>): string | null =>
  subdomain === null ? null : `${subdomain.toLowerCase()}.direct.${platformDomain(config)}`;
