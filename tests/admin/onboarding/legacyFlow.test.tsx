import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { describe, expect, test, vi } from 'vitest';
import { createDraftStore } from '../../../admin/providers/drafts.ts';
import type { Draft } from '../../../shared/contract/drafts.ts';
import type { ProfileData } from '../../../shared/contract/profile.ts';
import {
  administrator,
  agreement,
  button,
  dialog,
  escape,
  open,
  pass,
  press,
  tick,
  withFalseClock,
} from './openOnboarding.tsx';

withFalseClock();

const legacy = (change: Partial<ProfileData> = {}) => administrator({ onboardingFlow: 'legacy', ...change });
const refusal = { reason: null, decidedAt: null };
const fill = (label: string | RegExp, value: string, at = 0) => {
  const input = screen.getAllByLabelText<HTMLInputElement>(label)[at];
  if (!input) throw new Error(`There is no input ${String(label)}.`);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};

describe('the legacy flow', () => {
  test('is read step by step: welcome, introduction and terms, none of which Escape closes', async () => {
    const page = await open(
      legacy(),
      {
        'legacyproofing.acknowledge': { idProofProcessStatus: 'Not_Id_Proofed', legacyStep: 'intro' },
        'eulas.active': agreement,
        'eulas.activeView': '<p>You agree to the terms.</p>',
      },
      [legacy({ legacyStep: 'intro' }), legacy({ legacyStep: 'terms' }), legacy({ legacyStep: 'identity' })],
    );
    expect(within(await dialog('Welcome')).getByText(/Thank you.*national provider address book/)).toBeTruthy();
    await escape('Welcome');
    await press('Next');
    expect(within(await dialog('Identity verification')).getByText(/HIPAA.*third-party security firm/)).toBeTruthy();
    await escape('Identity verification');
    await press('Next');
    await dialog('Terms of the verification');
    expect(await screen.findByText('You agree to the terms.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Print TOS' })).toBeTruthy();
    expect(button('Next').disabled).toBe(true);
    await tick('I agree to terms and conditions');
    await press('Next');
    expect(await dialog('Your identity')).toBeTruthy();
    expect(page.inputsOf('legacyproofing.acknowledge')).toMatchObject(
      ['welcome', 'intro', 'terms'].map((step) => ({ body: { step } })),
    );
  });

  test('has the terms of a brand as a box alone, and says when a step cannot be saved', async () => {
    await open(legacy({ legacyStep: 'terms' }), {
      'eulas.active': { ...agreement, brandName: 'Orchid Share' },
      'legacyproofing.acknowledge': new HttpError('The identity verification is at another step.', 409),
    });
    await tick('I acknowledge the license agreement of Orchid Share');
    expect(screen.queryByRole('link', { name: 'Print TOS' })).toBeNull();
    await press('Next');
    expect((await screen.findByRole('alert')).textContent).toContain('This step could not be saved.');
  });

  test('has what was typed before the session ended, without birth date and social security number', async () => {
    const keep = vi.fn((_input: { body: Omit<Draft, 'savedAt'> }) => Promise.resolve(undefined));
    const client = {
      drafts: {
        save: keep,
        discard: () => Promise.resolve(undefined),
        list: () => Promise.reject(new Error('Not listed here.')),
      },
    };
    const openWith = (stored: readonly Draft[] = []) =>
      open(legacy({ legacyStep: 'identity' }), {}, [], undefined, undefined, createDraftStore(client, stored));
    await openWith();
    await dialog('Your identity');
    fill(/^Last name/, 'Quill');
    fill(/^Date of birth/, '05/17/1980');
    fill(/^Social security/, '123-45-6789');
    fill(/^City/, 'Austin');
    await pass(3000);
    const body = keep.mock.calls[0]?.[0].body;
    if (!body) throw new Error('No draft was sent.');
    expect(body.value['fields']).toEqual({ lastName: 'Quill', currentAddress: { city: 'Austin' } });
    cleanup();
    await openWith([{ ...body, savedAt: '' }]);
    await dialog('Your identity');
    expect(screen.getByLabelText<HTMLInputElement>(/^Last name/).value).toBe('Quill');
    expect(screen.getAllByLabelText<HTMLInputElement>(/^City/).map(({ value }) => value)).toEqual(['Austin', '']);
  });

  test('checks the identity at its inputs and sends it once it is right', async () => {
    const page = await open(
      legacy({ legacyStep: 'identity' }),
      { 'legacyproofing.identity': { idProofProcessStatus: 'Not_Id_Proofed', legacyStep: 'quiz' } },
      [legacy({ orgIsIdProofed: true, idProofProcessStatus: 'Proofed_By_Equifax' })],
    );
    await dialog('Your identity');
    await press('Submit');
    expect(await screen.findAllByText('Required')).toHaveLength(7);
    fill(/^First name/, 'Ada');
    fill(/^Last name/, 'Quill');
    fill(/^Date of birth/, '051780');
    expect(screen.getByLabelText<HTMLInputElement>(/^Date of birth/).value).toBe('05/17/1980');
    fill(/^Social security number/, '1234');
    const ssnText = 'Please enter your SSN in one of the following formats: xxx-xx-xxxx or xxxxxxxxx';
    expect(await screen.findByText(ssnText)).toBeTruthy();
    fill(/^Social security number/, '219-09-9871');
    for (const at of [0, 1]) {
      fill(/^Address/, 'PO Box 12', at);
      expect(await screen.findByText('Street address cannot be a P.O. Box')).toBeTruthy();
      fill(/^Address/, at === 0 ? '12 Maple Court' : '12 maple court', at);
      fill(/^City/, 'Columbus', at);
      fill(/^ZIP code/, '43004', at);
      fireEvent.mouseDown(screen.getAllByRole('combobox', { name: /^State/ })[at] ?? document.body);
      fireEvent.click(await screen.findByRole('option', { name: 'OH – Ohio' }));
      await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    }
    fireEvent.blur(screen.getAllByLabelText(/^ZIP code/)[1] ?? document.body);
    expect(await screen.findByText('The former address is the same as the current address.')).toBeTruthy();
    fill(/^Address/, '9 Harbor Street', 1);
    await waitFor(() => expect(screen.queryByText(/^The former address is the same/)).toBeNull());
    expect(screen.getAllByLabelText<HTMLInputElement>(/^ZIP code/)[0]?.maxLength).toBe(10);
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).maxLength).toBe(255);
    expect(screen.getByLabelText<HTMLInputElement>(/^Date of birth/).maxLength).toBe(10);
    await press('Submit');
    expect(within(await dialog('Congratulations')).getByText(/2-3 business days/)).toBeTruthy();
    const address = { addressUnit: null, city: 'Columbus', state: 'OH', zip: '43004' };
    expect(page.inputsOf('legacyproofing.identity')).toMatchObject([
      {
        body: {
          firstName: 'Ada',
          dateOfBirth: '1980-05-17',
          ssn: '219-09-9871',
          currentAddress: { ...address, addressLine: '12 Maple Court' },
          formerAddress: { ...address, addressLine: '9 Harbor Street' },
        },
      },
    ]);
    expect(JSON.stringify([localStorage, sessionStorage])).not.toMatch(/219|Quill/);
    await escape('Congratulations');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('repeats the questions while another quiz is returned, and starts again when they expire', async () => {
    const quizOf = (quizId: string, text: string) => ({
      quizId,
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      questions: [
        {
          questionId: 'a',
          questionText: text,
          answerChoice: ['Elm', 'Oak'].map((value) => ({ value, selected: false })),
        },
      ],
    });
    let quiz = quizOf('q1', 'Which street?');
    const page = await open(
      legacy({ legacyStep: 'quiz' }),
      {
        'legacyproofing.quiz': () => quiz,
        'legacyproofing.answer': () => {
          quiz = quizOf('q2', 'Which town?');
          return { idProofProcessStatus: 'Not_Id_Proofed', legacyStep: 'quiz' };
        },
      },
      [legacy({ legacyStep: 'identity' })],
    );
    await dialog('Submit Answers');
    await screen.findByRole('group', { name: 'Which street?' });
    expect(button('Submit Answers').disabled).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: 'Elm' }));
    await press('Submit Answers');
    expect(await screen.findByRole('group', { name: 'Which town?' })).toBeTruthy();
    expect(screen.getByText('A few more questions are needed.')).toBeTruthy();
    expect(button('Submit Answers').disabled).toBe(true);
    await escape('Submit Answers');
    expect(page.inputsOf('legacyproofing.answer')).toMatchObject([
      { body: { quizId: 'q1', answers: [{ questionId: 'a', value: 'Elm' }] } },
    ]);
    await pass(61_000);
    expect(await screen.findByText(/^The time for the answers is over/)).toBeTruthy();
    expect(await dialog('Your identity')).toBeTruthy();
  });

  test('goes on where another tab is', async () => {
    const elsewhere = new HttpError('The identity verification of your organization is at another step.', 409, {
      code: 'E-PROOFING-STEP',
    });
    const quiz = {
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
      questions: [
        { questionId: 'a', questionText: 'Which street?', answerChoice: [{ value: 'Elm', selected: false }] },
      ],
    };
    let quizId = 'q1';
    await open(
      legacy(),
      {
        'legacyproofing.acknowledge': elsewhere,
        'legacyproofing.quiz': () => {
          if (quizId === 'q3') throw elsewhere;
          return { ...quiz, quizId };
        },
        'legacyproofing.answer': new HttpError('The record does not exist.', 404, { code: 'E-NOT-FOUND' }),
      },
      [legacy({ legacyStep: 'quiz' }), legacy({ orgIsIdProofed: true, idProofProcessStatus: 'Proofed_By_Equifax' })],
    );
    await dialog('Welcome');
    await press('Next');
    await dialog('Submit Answers');
    const answer = async () => {
      fireEvent.click(await screen.findByRole('radio', { name: 'Elm' }));
      await press('Submit Answers');
    };
    quizId = 'q2';
    await answer();
    // The answer to the other questions is not chosen.
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Elm' }).checked).toBe(false));
    expect((await screen.findByRole('alert')).textContent).toContain('Your answers could not be submitted.');
    quizId = 'q3';
    await answer();
    expect(await dialog('Congratulations')).toBeTruthy();
  });

  test('asks for a document after a failure, and tells that it is under review', async () => {
    await open(
      legacy({ idProofProcessStatus: 'Awaiting_Proof_Upload' }),
      {
        'idproofing.refusal': refusal,
        'idproofing.manual': { idProofProcessStatus: 'Awaiting_Manual_Proofing' },
      },
      [legacy({ idProofProcessStatus: 'Awaiting_Manual_Proofing' })],
    );
    const failed = await dialog('Identity not verified');
    expect(within(failed).getByText(/^There was a challenge in verifying your identity\./)).toBeTruthy();
    expect(within(failed).getByText('No file selected')).toBeTruthy();
    expect(within(failed).getByRole('link', { name: 'Close' }).getAttribute('href')).toBe('/account/logout');
    await escape('Identity not verified');
    await press('Submit');
    expect(await screen.findByText('Please select a file to upload')).toBeTruthy();
    const file = new File(['x'], 'license.png', { type: 'image/png' });
    fireEvent.change(screen.getByLabelText('Identity document'), { target: { files: [file] } });
    expect(screen.queryByText('No file selected')).toBeNull();
    await press('Submit');
    const text = 'Thank you for your submission. Your document is currently under review.';
    expect(within(await dialog('Under review')).getByText(text)).toBeTruthy();
    await escape('Under review');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
