import { z } from 'zod';
import { deviceProfiles, type DeviceId } from '#api/vastTester/deviceProfiles.ts';

/** Subjects of a test. */
export const subjects = ['url', 'xml', 'tag', 'channel'] as const;

export type TestSubject = (typeof subjects)[number];

const id = z.coerce.number().int().positive().max(2_147_483_647);
const deviceIds = deviceProfiles.map((profile) => profile.id) as [DeviceId, ...DeviceId[]];

/** URL state of the VAST tester. Invalid values are dropped. Markup is too long for a URL. */
export const vastTesterSearchSchema = z.object({
  by: z.enum(subjects).optional().catch(undefined),
  url: z.string().trim().min(1).max(8192).optional().catch(undefined),
  tag: id.optional().catch(undefined),
  channel: id.optional().catch(undefined),
  device: z.enum(deviceIds).optional().catch(undefined),
});

export type VastTesterSearch = z.output<typeof vastTesterSearchSchema>;

/** The subject in the URL: declared by `by`, else the one that has a value. */
export function subjectIn({ by, tag, channel }: VastTesterSearch): TestSubject {
  if (by) return by;
  if (tag !== undefined) return 'tag';
  return channel === undefined ? 'url' : 'channel';
}
