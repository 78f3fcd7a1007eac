import { z } from 'zod';
import { reservedWordProblem, reservedWordRules } from '../rules/reservedWord.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { flag, pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { noNul, noNulText, serverSet, version } from './texts.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/reservedwords'] as const;

export const reservedWordItem = z.object({ id, name: z.string(), profanity: z.boolean() });

export const reservedWord = reservedWordItem.extend({ version: z.int() });
export type ReservedWord = z.output<typeof reservedWord>;

/** Which word reserves a name and by which rule; `reading` is how the name is read. */
export const reservedWordCheck = z.object({
  name: z.string(),
  isReserved: z.boolean(),
  rule: z.enum(reservedWordRules).nullable(),
  word: reservedWordItem.nullable(),
  reading: z.string(),
});
export type ReservedWordCheck = z.output<typeof reservedWordCheck>;

/** An organization whose subdomain a word reserves. `wordId` is null for a name that is no word yet. */
export const reservedWordClash = z.object({
  id: z.string(),
  word: z.string(),
  wordId: id.nullable(),
  profanity: z.boolean(),
  rule: z.enum(reservedWordRules),
  subdomain: z.string(),
  organizationName: z.string(),
  orgId: z.int(),
  organizationId: id,
});
export type ReservedWordClash = z.output<typeof reservedWordClash>;

/** Stored as subdomains are: in lower case. */
const name = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'is required')
  .superRefine((value, context) => {
    const problem = value === '' ? null : reservedWordProblem(value);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

/** Any text may be checked. */
const checkedName = z.string().trim().max(200).regex(noNul, noNulText);

/** The specification's caller has no id for a new word. */
const ownId = z.union([id, z.enum(['', '0']).transform(() => undefined)]).optional();

/** Words that no subdomain may be or look like (spec 1 sections 2, 3, 5 and 7). */
export const reservedwords = {
  list: endpoint({
    method: 'GET',
    path: '/api/reservedwords',
    summary: 'Reserved words by name, a page at a time',
    access,
    query: z.strictObject({ search, profanity: flag.optional(), sortDir, pageNumber, pageSize }),
    response: { kind: 'json', schema: pageOf(reservedWordItem) },
    errors: [],
  }),
  exists: endpoint({
    method: 'GET',
    path: '/api/reservedwords/exists',
    summary: 'Whether another reserved word than `id` has the name',
    access,
    query: z.strictObject({ id: ownId, name: checkedName }),
    response: { kind: 'json', schema: z.boolean() },
    errors: [],
  }),
  isReservedWord: endpoint({
    method: 'GET',
    path: '/api/reservedwords/isreservedword',
    summary: 'Whether the name is a reserved word or looks like one, so that no subdomain may have it',
    access,
    query: z.strictObject({ name: checkedName }),
    response: { kind: 'json', schema: z.boolean() },
    errors: [],
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/reservedwords/check',
    summary: 'The reserved word and the rule that decide whether a name is reserved',
    access,
    query: z.strictObject({ name: checkedName }),
    response: { kind: 'json', schema: reservedWordCheck },
    errors: [],
    beyondSpec: 'isreservedword does not say which word and which rule decide (design/experience.md: test a name)',
  }),
  clashes: endpoint({
    method: 'GET',
    path: '/api/reservedwords/clashes',
    summary:
      'Organizations whose subdomains the reserved words, one of them, or a new word would block; they keep them',
    access,
    query: z.strictObject({
      wordId: id.optional(),
      name: checkedName.optional(),
      sortDir,
      pageNumber,
      pageSize,
    }),
    response: { kind: 'json', schema: pageOf(reservedWordClash) },
    errors: [],
    beyondSpec: 'Shows what an entry would block (design/experience.md: clash report)',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/reservedwords/{id}',
    summary: 'One reserved word',
    access,
    params: idParams,
    response: { kind: 'json', schema: reservedWord },
    errors: ['E-NOT-FOUND'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/reservedwords/{id}',
    summary: 'Change a reserved word',
    access,
    params: idParams,
    body: z.strictObject({ name: name.optional(), profanity: z.boolean().optional(), version, id: serverSet }),
    response: { kind: 'json', schema: reservedWord },
    errors: ['E-NOT-FOUND', 'E-NAME-TAKEN', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/reservedwords/{id}',
    summary: 'Add a reserved word; the id in the path is 0, the server makes the one of the record',
    access,
    params: z.strictObject({ id: z.literal('0', 'must be 0: the server makes the id of a new word') }),
    body: z.strictObject({ name, profanity: z.boolean().default(false) }),
    response: { kind: 'json', schema: reservedWord, status: 201 },
    errors: ['E-NAME-TAKEN'],
    invalidates: drops,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/reservedwords/{id}',
    summary: 'Delete a reserved word',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
};
