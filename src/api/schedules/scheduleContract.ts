import { z } from 'zod';
import { emailForms, isZone, reportRoles, scheduleLimits, scheduleRepeats } from '#model/index.ts';
import { exportFormats } from '#model/reportFiles.ts';
import { deliveryKinds, deliveryStates, runStates } from '#model/schedule/runs.ts';
import { dayInText } from '../addressValues.ts';
import { namedSchema } from '../answerValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { idParams } from '../savedReports/savedReportContract.ts';

const emailSchema = z
  .string('Must be text')
  .trim()
  .toLowerCase()
  .max(254, 'At most 254 characters')
  .pipe(z.email('Must be an e-mail address'));

/** Lets each value of a list stand once. */
function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

const pattern = {
  repeats: z.enum(scheduleRepeats, 'One of: daily, weekly, monthly').describe('How often it is due.'),
  weekDays: z
    .array(z.int('Must be a whole number').min(1, 'At least 1').max(7, 'At most 7'))
    .refine(isUnique, 'Each day once')
    .describe('Days of a weekly schedule: 1 = Monday … 7 = Sunday.'),
  monthDay: z
    .int('Must be a whole number')
    .min(1, 'At least 1')
    .max(31, 'At most 31')
    .nullable()
    .describe('Day of a monthly schedule; the last of the month where it is shorter.'),
  time: z
    .string('Must be text')
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time of day as HH:MM')
    .describe('Wall clock of the zone. One that the clock skips is due right after the gap, one shown twice once.'),
  zone: z
    .string('Must be text')
    .refine(isZone, 'There is no such zone')
    .describe('Name in the IANA database: Europe/Berlin, or Etc/GMT-2 for two hours before UTC all year.'),
  startDate: dayInText.nullable().describe('First day; null = from now on.'),
  endDate: dayInText.nullable().describe('Last day; null = without an end.'),
};

const delivery = {
  format: z.enum(exportFormats, 'One of: csv, xlsx').describe('Format of the file.'),
  emailForm: z
    .enum(emailForms, 'One of: attachment, link')
    .describe('Whether mails carry the file, or a link to the console, where it takes a login.'),
  isPaused: z.boolean('Must be true or false'),
};

const scheduleBodySchema = z
  .strictObject({
    ...pattern,
    ...delivery,
    colleagueIds: z
      .array(z.int('Must be an id'))
      .max(scheduleLimits.colleagues, `At most ${scheduleLimits.colleagues} colleagues`)
      .refine(isUnique, 'Each colleague once')
      .describe('Users of the account who get the file in their own saved reports.'),
    emails: z
      .array(emailSchema)
      .max(scheduleLimits.emails, `At most ${scheduleLimits.emails} addresses`)
      .refine(isUnique, 'Each address once')
      .describe('Addresses that a mail goes to, each its own.'),
  })
  .superRefine(({ repeats, weekDays, monthDay, startDate, endDate }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (repeats === 'weekly' && weekDays.length === 0) refuse('weekDays', 'At least one day of the week');
    if (repeats === 'monthly' && monthDay === null) refuse('monthDay', 'Needed where it repeats monthly');
    if (startDate && endDate && endDate < startDate) refuse('endDate', 'Must not lie before the first day');
  });

/** Body of PUT /api/savedReport/{id}/schedule. */
export type ScheduleBody = z.input<typeof scheduleBodySchema>;

const runSchema = z.object({
  id: z.int(),
  dueAt: z.iso.datetime(),
  isManual: z.boolean().describe('Whether somebody asked for it.'),
  isLate: z.boolean().describe('Whether it began long after its due time.'),
  missed: z.int().describe('Earlier due times that passed while nobody could run them.'),
  startDate: z.string(),
  endDate: z.string(),
  offset: z.int().describe('Hours from UTC in which its days are counted.'),
  state: z.enum(runStates),
  error: z.string().nullable().describe('Why it failed.'),
  rowCount: z.int(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});

/** A run of a schedule. Times are ISO 8601. */
export type ScheduleRun = z.output<typeof runSchema>;

const deliverySchema = z.object({
  kind: z.enum(deliveryKinds),
  to: z.string().describe('The name of a user, or an address.'),
  state: z.enum(deliveryStates),
  error: z.string().nullable(),
  attempts: z.int(),
  nextAt: z.iso.datetime().nullable().describe('When it is tried again.'),
  endedAt: z.iso.datetime().nullable(),
});

/** A delivery of a run. */
export type ScheduleDelivery = z.output<typeof deliverySchema>;

const runWithDeliveriesSchema = runSchema.extend({ deliveries: z.array(deliverySchema) });

/** A run as GET /api/savedReport/{id}/schedule/runs answers it. */
export type ScheduleRunWithDeliveries = z.output<typeof runWithDeliveriesSchema>;

const scheduleSchema = z.object({
  reportId: z.int(),
  name: z.string().describe('The name of the report.'),
  ...pattern,
  ...delivery,
  colleagues: z.array(namedSchema),
  emails: z.array(z.string()),
  stoppedEmails: z.array(z.string()).describe('Addresses whose recipients want no more mails of this report.'),
  pausedBecause: z.string().nullable().describe('Why it has paused itself; null where somebody did.'),
  nextDue: z.iso.datetime().nullable().describe('Null while it is paused, and when it is over.'),
  lastRun: runSchema
    .extend({ undelivered: z.int().describe('Deliveries that failed, or of which it is not known.') })
    .nullable(),
});

/** A schedule of a saved definition. */
export type ReportSchedule = z.output<typeof scheduleSchema>;

const colleagueSchema = z.object({ id: z.int(), name: z.string(), login: z.string() });

/** Somebody to whom reports can be delivered. */
export type Colleague = z.output<typeof colleagueSchema>;

const chapter = 'Scheduled reports';

const access = { roles: reportRoles };

const params = idParams;

/** The schedules of saved definitions. */
export const scheduleContract = {
  list: {
    method: 'GET',
    path: '/api/savedReports/schedules',
    summary: 'List your schedules',
    chapter,
    access,
    answers: { 200: { description: 'One for each report that has one', schema: z.array(scheduleSchema) } },
  },
  listColleagues: {
    method: 'GET',
    path: '/api/savedReports/colleagues',
    summary: 'List the people to whom you can have reports delivered',
    chapter,
    access,
    answers: { 200: { description: 'By name', schema: z.array(colleagueSchema) } },
  },
  read: {
    method: 'GET',
    path: '/api/savedReport/{id}/schedule',
    summary: 'Read the schedule of a saved definition',
    chapter,
    access,
    params,
    answers: {
      200: { description: 'Null where it has none', schema: z.object({ schedule: scheduleSchema.nullable() }) },
    },
    refuses: [404],
  },
  change: {
    method: 'PUT',
    path: '/api/savedReport/{id}/schedule',
    summary: 'Schedule a saved definition, or change, pause or resume its schedule',
    chapter,
    access,
    params,
    body: scheduleBodySchema,
    answers: { 200: { description: 'The schedule as it is now', schema: scheduleSchema } },
    refuses: [404, 422],
  },
  remove: {
    method: 'DELETE',
    path: '/api/savedReport/{id}/schedule',
    summary: 'Delete the schedule of a saved definition with its history; the files stay',
    chapter,
    access,
    params,
    answers: { 200: { description: 'Deleted', schema: z.object({}) } },
    refuses: [404],
  },
  run: {
    method: 'POST',
    path: '/api/savedReport/{id}/schedule/run',
    summary: 'Run a schedule now, with all its deliveries',
    chapter,
    access,
    params,
    answers: { 202: { description: 'Begun; its runs tell how it ends', schema: z.object({}) } },
    refuses: [404, 409],
  },
  listRuns: {
    method: 'GET',
    path: '/api/savedReport/{id}/schedule/runs',
    summary: 'List the last fifty runs of a schedule',
    chapter,
    access,
    params,
    answers: { 200: { description: 'The newest first', schema: z.array(runWithDeliveriesSchema) } },
    refuses: [404],
  },
} as const satisfies Contract;
