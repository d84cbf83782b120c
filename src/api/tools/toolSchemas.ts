import { z } from 'zod';
import { maxId } from '#model/index.ts';
import { deviceProfiles, type DeviceId } from './deviceProfiles.ts';

const maxUrl = 8192;
const maxXml = 512 * 1024;
const maxTrackers = 100;

const deviceIds = deviceProfiles.map(({ id }) => id) as [DeviceId, ...DeviceId[]];

const rowId = z.int('Must be an id').positive('Must be an id').max(maxId, 'Must be an id');

const webUrl = z
  .string('Must be a URL')
  .trim()
  .max(maxUrl, `At most ${maxUrl} characters`)
  .regex(/^https?:\/\/[^\s/?#]/i, 'Must be an http or https URL');

/** The device of a call, and what differs from its profile. */
const deviceShape = {
  device: z.enum(deviceIds, `One of: ${deviceIds.join(', ')}`).default('desktopChrome'),
  params: z
    .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Lower-case letters, digits and _'), z.string().max(2048))
    .refine((given) => Object.keys(given).length <= 50, 'At most 50 parameters')
    .default({})
    .describe('Parameters of the ad request over those of the device; an empty one is left out'),
};

/** Body of POST /api/tools/vastTest. */
export const vastTestBody = z
  .strictObject({
    url: webUrl.optional(),
    xml: z.string().trim().min(1, 'Required').max(maxXml, `At most ${maxXml} characters`).optional(),
    tagId: rowId.optional(),
    channelId: rowId.optional(),
    ...deviceShape,
  })
  .refine(
    (body) => [body.url, body.xml, body.tagId, body.channelId].filter((each) => each !== undefined).length === 1,
    'Give exactly one of url, xml, tagId and channelId',
  );

/** Body of POST /api/tools/fireTrackers. */
export const fireTrackersBody = z.strictObject({
  urls: z.array(webUrl).min(1, 'Required').max(maxTrackers, `At most ${maxTrackers} URLs`),
  errorCode: z.int().min(100).max(999).default(900).describe('What [ERRORCODE] is filled with'),
  ...deviceShape,
});
