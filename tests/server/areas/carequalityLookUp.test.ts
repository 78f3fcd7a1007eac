import { describe, expect, test } from 'vitest';
import { lookUp } from '../../../server/areas/carequality/imports/lookUp.ts';
import { type DirectoryOrganization, FhirFailure, type FhirDirectory } from '../../../server/fhir/directory.ts';

const { signal } = new AbortController();
const limits = { parallel: 2, timeoutMs: 100 };
const oids = (count: number) => Array.from({ length: count }, (_, index) => `1.2.${index}`);
const clinic = { displayName: 'Clinic' } as DirectoryOrganization;

/** Answers nothing until time is up, as the transport does then. */
const silent: FhirDirectory['find'] = (_oid, until) =>
  new Promise((_resolve, reject) => {
    until.addEventListener('abort', () => reject(new FhirFailure('Too slow.')));
  });

describe('asking for many OIDs', () => {
  test('keeps to the time for all of them: what was not asked by then has failed', async () => {
    const responses = await lookUp({ find: silent }, oids(5), signal, limits);
    const reasons = [...responses.values()].map((response) =>
      response.kind === 'failed' ? response.reason : response.kind,
    );
    const late = 'There was no time left to request it from the directory.';
    expect(reasons).toEqual(['Too slow.', 'Too slow.', late, late, late]);
  });

  test('stops asking when the first ones got no answer at all', async () => {
    let requested = 0;
    const find = () => {
      requested++;
      return Promise.reject(new FhirFailure('Nobody there.', { isOutage: true }));
    };
    const responses = await lookUp({ find }, oids(50), signal, limits);
    expect(requested).toBe(2);
    expect([...responses.values()].every((response) => response.kind === 'failed' && response.isOutage)).toBe(true);
  });

  test('goes on after outages as long as some questions are answered', async () => {
    const find = (oid: string) =>
      oid === '1.2.0' ? Promise.resolve(clinic) : Promise.reject(new FhirFailure('Nobody there.', { isOutage: true }));
    const responses = await lookUp({ find }, oids(10), signal, limits);
    expect(
      [...responses.values()].filter((response) => response.kind === 'failed' && response.reason === 'Nobody there.'),
    ).toHaveLength(9);
  });

  test('a mistake of our own is not taken for trouble with the directory', async () => {
    const find = () => Promise.reject(new TypeError('ours'));
    await expect(lookUp({ find }, oids(1), signal, limits)).rejects.toThrow(TypeError);
  });
});
