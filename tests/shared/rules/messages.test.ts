import { describe, expect, it, test } from 'vitest';
import { alertLevel } from '../../../shared/rules/alert.ts';
import { isInitiatorOnly, responderTypes } from '../../../shared/rules/carequality.ts';
import { tileColor } from '../../../shared/rules/diagnostics.ts';
import { isNearBottom } from '../../../shared/rules/directory.ts';
import { faxStatusOf } from '../../../shared/rules/documentSource.ts';
import {
  emergencyOrganizations,
  emergencyState,
  mayDisableEmergency,
  mayEnableEmergency,
} from '../../../shared/rules/emergency.ts';
import { descriptionRemaining } from '../../../shared/rules/intake.ts';
import {
  displayMessage,
  displaySubject,
  formatCreated,
  hasPaperclip,
  messageStatusOf,
  sizeInK,
  statusBadge,
} from '../../../shared/rules/message.ts';
import { notificationStatusOf, notificationTypeOf } from '../../../shared/rules/notification.ts';
import { mayRetryStep } from '../../../shared/rules/workflow.ts';

describe('a message', () => {
  test.each([
    [0, false, 'Sent'],
    [0, true, 'Saved'],
    [1, true, 'Received'],
    [11, false, 'Triaged'],
    [12, false, 'Failed'],
    [13, false, 'Unknown'],
    [-1, false, 'Unknown'],
  ])('with status %i, draft %s, is shown as %s', (code, isDraft, text) => {
    expect(messageStatusOf(code, isDraft)).toBe(text);
  });

  test.each([
    ['AttachmentRead', 'Read', true],
    ['PendingReview', 'Pending Review', false],
    ['Received', 'Received', false],
    ['PDFExport', 'PDFExport', false],
  ])('with status %s has the badge %s', (status, badge, paperclip) => {
    expect(statusBadge(status)).toBe(badge);
    expect(hasPaperclip(status)).toBe(paperclip);
  });

  it('is cut for the list and the inspector', () => {
    expect(displaySubject('s'.repeat(81))).toBe(`${'s'.repeat(80)}…`);
    expect(displayMessage('m'.repeat(200))).toBe('m'.repeat(200));
    expect(displayMessage('m'.repeat(201))).toBe(`${'m'.repeat(200)}…`);
  });

  it('shows sizes in k', () => {
    expect([0, 1, 1024, 1536, 10_240].map(sizeInK)).toEqual(['0k', '1k', '1k', '2k', '10k']);
  });

  it('shows when it was created', () => {
    expect(formatCreated(new Date(2026, 10, 21, 15, 5))).toBe('3:05 PM Nov 21, 2026');
    expect(formatCreated(new Date(2026, 0, 1, 0, 0))).toBe('12:00 AM Jan 1, 2026');
  });

  it('counts the remaining characters of a description', () => {
    expect(descriptionRemaining('')).toBe(255);
    expect(descriptionRemaining('x'.repeat(255))).toBe(0);
  });
});

describe('names of stored numbers', () => {
  it('of notifications', () => {
    expect([10, 20, 40].map(notificationTypeOf)).toEqual(['Email Notification', 'Webhook', 'Unknown']);
    expect(notificationTypeOf(30)).toContain('Webhook');
    expect([0, 1, 2, 3, 4, 5].map(notificationStatusOf)).toEqual([
      'Pending',
      'In Progress',
      'Completed',
      'Failed',
      'Retrying',
      'Unknown',
    ]);
  });

  it('of fax document sources', () => {
    expect([0, 5, 6].map(faxStatusOf)).toEqual(['Provisioning', 'Failed', 'Unknown']);
  });
});

describe('signals', () => {
  it('of alerts', () => {
    expect(['Triggered', 'Warn', 'Ok', ''].map(alertLevel)).toEqual(['danger', 'warning', 'success', 'success']);
  });

  it('of channel tiles', () => {
    expect(['Error', 'Warn', 'Ok'].map(tileColor)).toEqual(['red', 'orange', 'blue']);
  });

  it('of a list scrolled to within 5 pixels of its end', () => {
    expect(isNearBottom({ scrollTop: 720, clientHeight: 275, scrollHeight: 1000 })).toBe(true);
    expect(isNearBottom({ scrollTop: 719, clientHeight: 275, scrollHeight: 1000 })).toBe(false);
  });
});

it('a workflow step may be retried unless it is completed', () => {
  expect(['Failed', 'Retry', 'Running', 'Completed'].map(mayRetryStep)).toEqual([true, true, true, false]);
});

it('only the responder type InitiatorOnly makes an initiator only', () => {
  expect(responderTypes.filter(isInitiatorOnly)).toEqual(['InitiatorOnly']);
});

describe('a public health emergency', () => {
  test.each([
    [null, 'active'],
    [undefined, 'active'],
    ['2026-06-15', 'disabled'],
    ['2026-06-15T23:00:00Z', 'disabled'],
    ['2026-06-14', 'disabled'],
    ['2026-06-16', 'scheduled'],
    // the defect of the original: a later day of an earlier month, an earlier day of a later month
    ['2026-05-30', 'disabled'],
    ['2026-07-01', 'scheduled'],
    ['2025-12-31', 'disabled'],
  ])('with disabled date %s is %s', (date, state) => {
    expect(emergencyState(date, '2026-06-15')).toBe(state);
  });

  it('can be disabled until it is, and enabled only then', () => {
    const states = ['active', 'scheduled', 'disabled'] as const;
    expect(states.map(mayDisableEmergency)).toEqual([true, true, false]);
    expect(states.map(mayEnableEmergency)).toEqual([false, false, true]);
  });

  it('lists its organizations in 30 characters', () => {
    expect(emergencyOrganizations(['Ada County', 'Boise'])).toBe('Ada County, Boise');
    expect(emergencyOrganizations(['Ada County Health', 'Boise Family Clinic'])).toBe(
      'Ada County Health, Boise Famil…',
    );
  });
});
