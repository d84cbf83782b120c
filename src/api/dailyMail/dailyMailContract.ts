import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import { deliveryStates } from '#model/schedules/runs.ts';
import type { Contract } from '../routeDeclaration.ts';

const shared = {
  path: '/api/dailyMail',
  chapter: 'Profile',
  access: { roles: reportRoles },
  isForPeople: true,
} as const;

const settingSchema = z.object({
  isOn: z.boolean(),
  isSetUp: z.boolean().describe('true = the platform can send email'),
  address: z
    .string()
    .nullable()
    .describe('Your login, if it is an email address, or that of your general contact; null = none'),
  last: z
    .object({
      day: z.string().describe('The day on which it was due'),
      state: z.enum(deliveryStates),
      error: z.string().nullable(),
    })
    .nullable()
    .describe('Your last daily mail; null = none'),
});

/** The daily mail of a user. */
export type DailyMailSetting = z.output<typeof settingSchema>;

/** The daily mail of the signed-in user. */
export const dailyMailContract = {
  read: {
    ...shared,
    method: 'GET',
    summary: 'Read whether you get a daily mail',
    responses: { 200: { description: 'Your daily mail', schema: settingSchema } },
  },
  change: {
    ...shared,
    method: 'PUT',
    summary: 'Turn your daily mail on or off',
    body: z.strictObject({ isOn: z.boolean('Must be true or false') }),
    responses: {
      200: {
        description: 'Your daily mail: at 08:00 in your time zone, from the next 08:00 on',
        schema: settingSchema,
      },
    },
    rejects: [409],
  },
} as const satisfies Contract;
