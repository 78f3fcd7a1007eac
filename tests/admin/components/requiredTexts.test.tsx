import { cleanup, screen } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { specialties } from '../../../admin/specialties/index.ts';
import { fill, openResource, save } from './recordScreen.tsx';

afterEach(cleanup);

it('a required text that is blank is refused at its field, and not sent', async () => {
  const { inputsOf } = openResource(specialties, {}, 'add');
  await fill(/^Name/, '   ');
  await save();
  expect(await screen.findByText('Required')).toBeTruthy();
  expect(inputsOf('specialties.create')).toEqual([]);
});

it('a text that is too long stays as it was pasted, and is refused at its field', async () => {
  const { inputsOf } = openResource(specialties, {}, 'add');
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).maxLength).toBe(-1);
  await fill(/^Name/, 'a'.repeat(256));
  await save();
  expect(await screen.findByText('Must be 255 characters or less')).toBeTruthy();
  expect(inputsOf('specialties.create')).toEqual([]);
});

it('no text input has the validator of react-admin, which accepts blanks', () => {
  const folder = join(import.meta.dirname, '../../../admin');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  expect(pages.length).toBeGreaterThan(100);
  const accepting = pages.filter((name) =>
    /<TextInput\b(?:(?!\/>)[^])*?\brequired\(\)/.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(accepting).toEqual([]);
});
