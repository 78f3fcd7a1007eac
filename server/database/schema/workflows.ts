import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { number, ofOrganization, when } from '../columns.ts';
import { mailMessages } from './exchange.ts';

const ofMessage = () =>
  number()
    .notNull()
    .references(() => mailMessages.id, { onDelete: 'cascade' });

/** A sequence of steps over one message. Its steps are rows of their own; `next_ordinal` is the first one that is not Completed. */
export const workflows = pgTable(
  'workflows',
  {
    id: uuid().primaryKey(),
    type: text().notNull(),
    status: text().notNull().default('Pending'),
    channel: text().notNull(),
    direction: text().notNull(),
    organizationId: ofOrganization(),
    mailMessageId: ofMessage(),
    hispMessageId: text().notNull(),
    correlationId: text().notNull(),
    command: jsonb().$type<Record<string, unknown>>().notNull(),
    createdTime: when().notNull().defaultNow(),
    completedTime: when(),
    /** The workflow it follows from: receiving follows sending on the same server, processing follows receiving. */
    parentId: uuid(),
    /** Of the step that failed, where the workflow is Failed or Retrying. */
    failedStep: text(),
    errorCode: text(),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('workflows_created').on(t.createdTime, t.id),
    index('workflows_status').on(t.status, t.createdTime, t.id),
    index('workflows_type').on(t.type, t.createdTime, t.id),
    // As `workflowDuration` of server/exchange/workflowFilter.ts is written. Migration 0047 adds what drizzle's schema has no name for:
    // INCLUDE (completed_time, status, type, channel, direction), with which a bucket is counted without reading its rows.
    index('workflows_duration').on(
      sql`(floor(extract(epoch from ${t.completedTime} - ${t.createdTime}) * 1000)::float8)`,
      t.createdTime,
      t.id,
    ),
    index('workflows_message').on(t.mailMessageId),
    index('workflows_hisp').on(t.hispMessageId),
    index('workflows_parent').on(t.parentId).where(sql`parent_id is not null`),
    index('workflows_organization').on(t.organizationId, t.createdTime),
    index('workflows_unfinished')
      .on(t.channel, t.direction, t.createdTime)
      .where(sql`status in ('Pending', 'In Progress', 'Retrying')`),
    index('workflows_failed').on(t.failedStep, t.errorCode, t.channel, t.createdTime).where(sql`status = 'Failed'`),
  ],
);

export const workflowStepRows = pgTable(
  'workflow_steps',
  {
    workflowId: uuid()
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    ordinal: integer().notNull(),
    stepName: text().notNull(),
    status: text().notNull().default('Pending'),
    startTime: when(),
    endTime: when(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: when(),
    errorCode: text(),
    error: text(),
    meta: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Attempts that did not end well; empty for a step that went through at once. */
    history: jsonb().$type<StepAttemptRow[]>().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.workflowId, t.ordinal] })],
);
export interface StepAttemptRow {
  readonly attempt: number;
  readonly startTime: string;
  readonly endTime: string | null;
  readonly status: string;
  readonly error: string | null;
}

export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    workflowId: uuid()
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    /** 10 e-mail, 20 webhook, 30 the product's own webhook. */
    type: integer().notNull(),
    target: text().notNull(),
    /** Code by index: Pending, In Progress, Completed, Failed, Retrying. */
    status: integer().notNull().default(0),
    createdAt: when().notNull().defaultNow(),
    completedAt: when(),
    attemptCount: integer().notNull().default(0),
    messages: text().array().notNull().default(sql`'{}'`),
    /** What happened to the message. */
    event: text().notNull().default(''),
    /** The webhook it goes to, or null; the delivery to it has the id of the notification. */
    webhookId: uuid(),
  },
  (t) => [index('notifications_workflow').on(t.workflowId)],
);

export const retryJobs = pgTable(
  'retry_jobs',
  {
    id: uuid().primaryKey(),
    createdAt: when().notNull().defaultNow(),
    createdBy: text().notNull(),
    createdByName: text().notNull(),
    requestId: text().notNull(),
    reason: text().notNull(),
    state: text().notNull().default('Running'),
    ofJobId: uuid(),
    allowDuplicate: boolean().notNull().default(false),
    perSecond: doublePrecision().notNull().default(20),
    finishedAt: when(),
    version: integer().notNull().default(1),
  },
  (t) => [index('retry_jobs_created').on(t.createdAt)],
);

export const retryJobItems = pgTable(
  'retry_job_items',
  {
    jobId: uuid()
      .notNull()
      .references(() => retryJobs.id, { onDelete: 'cascade' }),
    ordinal: integer().notNull(),
    workflowId: uuid().notNull(),
    mailMessageId: number().notNull(),
    stepName: text(),
    /** Pending, Retried (under way), Completed, Failed, Skipped. */
    status: text().notNull().default('Pending'),
    reason: text(),
    at: when(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.ordinal] }),
    index('retry_job_items_status').on(t.jobId, t.status, t.ordinal),
    index('retry_job_items_workflow').on(t.workflowId).where(sql`status = 'Retried'`),
  ],
);
