import { ipAddressListProblems } from './organizationGroups.ts';

/** Organizations that the first look at a network brings along; the others come a page at a time. */
export const networkOrganizationsShown = 100;

/** What is wrong with a network's fields, texts by field; a field left out is not judged. */
export const networkProblems = (fields: { readonly name?: string | null | undefined }): Record<string, string[]> =>
  fields.name === undefined || fields.name?.trim() ? {} : { name: ['Name is required.'] };

/** What is wrong with the addresses a network's service account may call from (spec 2 section 7, spec 3 section 5). */
export const serviceAddressProblems = (ipAddresses: readonly string[]): Record<string, string[]> => {
  const texts = ipAddressListProblems('ipAddresses', ipAddresses).map(([, text]) => text);
  return texts.length === 0 ? {} : { ipAddresses: texts };
};

/** Beginning of the client id of a network's service account: the name in lower case, hyphens for all but letters and digits. */
export const serviceClientPrefix = (name: string): string => {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'net' : `net-${slug}`;
};
