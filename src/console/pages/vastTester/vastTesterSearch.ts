import { z } from 'zod';
import { deviceProfiles, type DeviceId } from '#api/vastTester/deviceProfiles.ts';

/** What can be tested. */
export const subjects = ['url', 'xml', 'tag', 'channel'] as const;

/** One of them. */
export type TestSubject = (typeof subjects)[number];

const id = z.coerce.number().int().positive().max(2_147_483_647);
const deviceIds = deviceProfiles.map((profile) => profile.id) as [DeviceId, ...DeviceId[]];

/** The state of the tester as its address holds it; what cannot be read counts as absent. Markup is too long for it. */
export const vastTesterSearchSchema = z.object({
  by: z.enum(subjects).optional().catch(undefined),
  url: z.string().trim().min(1).max(8192).optional().catch(undefined),
  tag: id.optional().catch(undefined),
  channel: id.optional().catch(undefined),
  device: z.enum(deviceIds).optional().catch(undefined),
});

/** The state of the tester. */
export type VastTesterSearch = z.output<typeof vastTesterSearchSchema>;

/** What the address wants to be tested: what it says, else what it has a value of. */
export function subjectIn({ by, tag, channel }: VastTesterSearch): TestSubject {
  if (by) return by;
  if (tag !== undefined) return 'tag';
  return channel === undefined ? 'url' : 'channel';
}
