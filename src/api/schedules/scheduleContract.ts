import { z } from 'zod';
import { emailForms, isZone, reportRoles, scheduleLimits, scheduleRepeats } from '#model/index.ts';
import { exportFormats } from '#model/reports/reportFiles.ts';
import { deliveryKinds, deliveryStates, runStates } from '#model/schedules/runs.ts';
import { dayInText } from '../addressValues.ts';
import { namedSchema } from '../responseValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { idParams } from '../reports/savedReportContract.ts';

const emailSchema = z
  .string('Must be text')
  .trim()
  .toLowerCase()
  .max(254, 'At most 254 characters')
  .pipe(z.email('Must be an email address'));

/** Whether a list has each value only once. */
function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

const pattern = {
  repeats: z.enum(scheduleRepeats, 'One of: daily, weekly, monthly').describe('How often the report runs.'),
  weekDays: z
    .array(z.int('Must be a whole number').min(1, 'At least 1').max(7, 'At most 7'))
    .refine(isUnique, 'Each day can be selected only once')
    .describe('Days of the week, for weekly schedules: 1 = Monday … 7 = Sunday.'),
  monthDay: z
    .int('Must be a whole number')
    .min(1, 'At least 1')
    .max(31, 'At most 31')
    .nullable()
    .describe('Day of the month, for monthly schedules. In shorter months, the last day.'),
  time: z
    .string('Must be text')
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time of day as HH:MM')
    .describe(
      'Local time in the time zone. At a daylight saving change, a skipped time runs right after the gap and a repeated time runs once.',
    ),
  zone: z
    .string('Must be text')
    .refine(isZone, 'Unknown time zone')
    .describe('IANA time zone, such as Europe/Berlin, or Etc/GMT-2 for UTC+2 all year.'),
  startDate: dayInText.nullable().describe('Start date. null = starts immediately.'),
  endDate: dayInText.nullable().describe('End date. null = no end date.'),
};

const delivery = {
  format: z.enum(exportFormats, 'One of: csv, xlsx').describe('File format.'),
  emailForm: z
    .enum(emailForms, 'One of: attachment, link')
    .describe(
      'attachment = the email contains the file; link = the email links to the console, where users must sign in.',
    ),
  isPaused: z.boolean('Must be true or false'),
};

const scheduleBodySchema = z
  .strictObject({
    ...pattern,
    ...delivery,
    colleagueIds: z
      .array(z.int('Must be an ID'))
      .max(scheduleLimits.colleagues, `At most ${scheduleLimits.colleagues} colleagues`)
      .refine(isUnique, 'Each colleague can be added only once')
      .describe('IDs of users in your account who receive the file in their own saved reports.'),
    emails: z
      .array(emailSchema)
      .max(scheduleLimits.emails, `At most ${scheduleLimits.emails} addresses`)
      .refine(isUnique, 'Each address can be added only once')
      .describe('Email addresses. Each gets its own email.'),
  })
  .superRefine(({ repeats, weekDays, monthDay, startDate, endDate }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (repeats === 'weekly' && weekDays.length === 0) refuse('weekDays', 'Select at least one day of the week');
    if (repeats === 'monthly' && monthDay === null) refuse('monthDay', 'Enter the day of the month');
    if (startDate && endDate && endDate < startDate) refuse('endDate', 'Must not be before the start date');
  });

/** Body of PUT /api/savedReport/{id}/schedule. */
export type ScheduleBody = z.input<typeof scheduleBodySchema>;

const runSchema = z.object({
  id: z.int(),
  dueAt: z.iso.datetime(),
  isManual: z.boolean().describe('true = started manually.'),
  isLate: z.boolean().describe('true = started long after its due time.'),
  missed: z.int().describe('Number of earlier due times that were missed.'),
  startDate: z.string(),
  endDate: z.string(),
  offset: z.int().describe('UTC offset, in hours, in which days are counted.'),
  state: z.enum(runStates),
  error: z.string().nullable().describe('Why the run failed.'),
  rowCount: z.int(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});

/** A run of a schedule. Times are ISO 8601. */
export type ScheduleRun = z.output<typeof runSchema>;

const deliverySchema = z.object({
  kind: z.enum(deliveryKinds),
  to: z.string().describe('User name or email address.'),
  state: z.enum(deliveryStates),
  error: z.string().nullable(),
  attempts: z.int(),
  nextAt: z.iso.datetime().nullable().describe('Time of the next attempt.'),
  endedAt: z.iso.datetime().nullable(),
});

export type ScheduleDelivery = z.output<typeof deliverySchema>;

const runWithDeliveriesSchema = runSchema.extend({ deliveries: z.array(deliverySchema) });

/** A run as GET /api/savedReport/{id}/schedule/runs returns it. */
export type ScheduleRunWithDeliveries = z.output<typeof runWithDeliveriesSchema>;

const scheduleSchema = z.object({
  reportId: z.int(),
  name: z.string().describe('Report name.'),
  ...pattern,
  ...delivery,
  colleagues: z.array(namedSchema),
  emails: z.array(z.string()),
  unsubscribedEmails: z.array(z.string()).describe('Addresses that unsubscribed from this report.'),
  pauseReason: z.string().nullable().describe('Why the schedule was paused automatically; null if a user paused it.'),
  nextDue: z.iso.datetime().nullable().describe('null while paused, and after the schedule has ended.'),
  lastRun: runSchema
    .extend({ undelivered: z.int().describe('Deliveries that failed or whose result is unknown.') })
    .nullable(),
});

/** A schedule of a live report. */
export type ReportSchedule = z.output<typeof scheduleSchema>;

const colleagueSchema = z.object({ id: z.int(), name: z.string(), login: z.string() });

/** A user to whom reports can be delivered. */
export type Colleague = z.output<typeof colleagueSchema>;

const chapter = 'Scheduled reports';

const access = { roles: reportRoles };

const params = idParams;

/** The schedules of live reports. */
export const scheduleContract = {
  list: {
    method: 'GET',
    path: '/api/savedReports/schedules',
    summary: 'List your schedules',
    chapter,
    access,
    responses: { 200: { description: 'One entry per scheduled report', schema: z.array(scheduleSchema) } },
  },
  listColleagues: {
    method: 'GET',
    path: '/api/savedReports/colleagues',
    summary: 'List the users you can deliver reports to',
    chapter,
    access,
    responses: { 200: { description: 'Users, sorted by name', schema: z.array(colleagueSchema) } },
  },
  read: {
    method: 'GET',
    path: '/api/savedReport/{id}/schedule',
    summary: 'Read the schedule of a live report',
    chapter,
    access,
    params,
    responses: {
      200: { description: 'null = not scheduled', schema: z.object({ schedule: scheduleSchema.nullable() }) },
    },
    rejects: [404],
  },
  change: {
    method: 'PUT',
    path: '/api/savedReport/{id}/schedule',
    summary: 'Schedule a live report, or change, pause or resume its schedule',
    chapter,
    access,
    params,
    body: scheduleBodySchema,
    responses: { 200: { description: 'The updated schedule', schema: scheduleSchema } },
    rejects: [404, 422],
  },
  remove: {
    method: 'DELETE',
    path: '/api/savedReport/{id}/schedule',
    summary: 'Delete the schedule of a live report and its run history. Delivered files are not deleted',
    chapter,
    access,
    params,
    responses: { 200: { description: 'Deleted', schema: z.object({}) } },
    rejects: [404],
  },
  run: {
    method: 'POST',
    path: '/api/savedReport/{id}/schedule/run',
    summary: 'Run a schedule now, with all its deliveries',
    chapter,
    access,
    params,
    responses: { 202: { description: 'Started. List the runs to see the result', schema: z.object({}) } },
    rejects: [404, 409],
  },
  listRuns: {
    method: 'GET',
    path: '/api/savedReport/{id}/schedule/runs',
    summary: 'List the last 50 runs of a schedule',
    chapter,
    access,
    params,
    responses: { 200: { description: 'Newest first', schema: z.array(runWithDeliveriesSchema) } },
    rejects: [404],
  },
} as const satisfies Contract;
