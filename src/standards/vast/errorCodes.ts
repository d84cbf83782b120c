/** One code of the [ERRORCODE] macro. */
export interface VastErrorCode {
  code: number;
  name: string;
  text: string;
}

const define = (code: number, name: string, text: string): VastErrorCode => ({ code, name, text });

/** Every VAST error code with a short name and what it means, by number (1.6). 404 is unassigned. */
export const vastErrorCodes: readonly VastErrorCode[] = [
  define(100, 'XML parsing error', 'The response is not well-formed XML.'),
  define(101, 'Schema validation error', 'The XML does not have the shape of a VAST response.'),
  define(102, 'Version not supported', 'The response is in a VAST version that the player does not speak.'),
  define(200, 'Trafficking error', 'The player got a type of ad that it did not expect and cannot show.'),
  define(201, 'Unexpected linearity', 'The player expected the other of linear and nonlinear.'),
  define(202, 'Unexpected duration', 'The ad is longer or shorter than the player accepts.'),
  define(203, 'Unexpected size', 'The ad has a size that the player does not accept.'),
  define(204, 'Category missing', 'The ad names no category although one is required.'),
  define(205, 'Category blocked', 'The ad is of a category that a wrapper blocks.'),
  define(206, 'Break shortened', 'The ad was not served because the ad break became shorter.'),
  define(300, 'Wrapper error', 'A wrapper failed for a reason without a code of its own.'),
  define(301, 'Wrapper timeout', 'A wrapper pointed to a URL that was unavailable or did not answer in time.'),
  define(302, 'Wrapper limit', 'The chain had more wrappers than the player follows.'),
  define(303, 'No ad', 'There was no ad after one or more wrappers.'),
  define(304, 'Ad not ready in time', 'The inline ad did not start within the time limit.'),
  define(400, 'Linear error', 'The linear ad could not be shown for a reason without a code of its own.'),
  define(401, 'File not found', 'The media file was not found at its URL.'),
  define(402, 'Media timeout', 'The media file did not load in time.'),
  define(403, 'No supported media file', 'The player supports none of the media files offered.'),
  define(405, 'Media file not playable', 'The media file is of a supported type but could not be shown.'),
  define(406, 'Mezzanine missing', 'A mezzanine file is required and was not provided.'),
  define(407, 'Mezzanine pending', 'The mezzanine file is being downloaded or transcoded; the ad was not shown.'),
  define(408, 'Conditional ad rejected', 'The player refused an ad marked as conditional (deprecated).'),
  define(409, 'Interactive file not executed', 'The interactive creative file of the ad was not executed.'),
  define(410, 'Verification not executed', 'The verification code of the ad was not executed.'),
  define(411, 'Mezzanine invalid', 'The mezzanine file does not meet the required specification.'),
  define(500, 'Nonlinear error', 'The nonlinear ad could not be shown for a reason without a code of its own.'),
  define(501, 'Nonlinear too large', 'The nonlinear ad does not fit the space of the player.'),
  define(502, 'Nonlinear fetch failed', 'The nonlinear resource could not be fetched.'),
  define(503, 'Nonlinear not supported', 'The player supports none of the nonlinear resources.'),
  define(600, 'Companion error', 'The companion could not be shown for a reason without a code of its own.'),
  define(601, 'Companion too large', 'The companion does not fit the space of the page.'),
  define(602, 'Required companion failed', 'A companion that must be shown could not be shown.'),
  define(603, 'Companion fetch failed', 'The companion resource could not be fetched.'),
  define(604, 'Companion not supported', 'The player supports none of the companion resources.'),
  define(900, 'Undefined error', 'The player reported a failure without saying which.'),
  define(901, 'VPAID error', 'The VPAID unit reported an error.'),
  define(902, 'Interactive file error', 'The interactive creative file reported an error.'),
];

const byCode = new Map(vastErrorCodes.map((entry) => [entry.code, entry]));

/** The code that a player reported, or 900 when the text is none of them (such as an [ERRORCODE] left unexpanded). */
export function readErrorCode(text: string): number {
  const code = /^\d{3}$/.test(text) ? Number(text) : 900;
  return byCode.has(code) ? code : 900;
}
