import { isIP } from 'node:net';
import { callHeaders } from '#outbound/callHeaders.ts';
import type { MacroValues } from '#standards/macros.ts';
import type { Playback } from '#standards/vast/check/vastFinding.ts';
import { hasGpc } from '#standards/privacy/privacySignals.ts';
import { SERVER_AGENT, viewerMacros } from '#standards/viewerMacros.ts';
import { deviceProfiles, type DeviceId } from './deviceProfiles.ts';

/** A viewer's device as a test simulates it. */
export interface TestDevice {
  /** Parameters of an ad request by name. */
  params: ReadonlyMap<string, string>;
  macros: MacroValues;
  headers: Record<string, string>;
  setting: Playback;
}

/** The settings of a test device. */
export interface DeviceChoice {
  id: DeviceId;
  /** Values that override the profile's; empty = without the parameter. */
  params: Readonly<Record<string, string>>;
  /** The user's IP address: the viewer's, unless a parameter overrides it. */
  ip: string;
  /** Whether the call is made like serving's for a viewer, or like the viewer's player. */
  caller: 'server' | 'player';
  now: Date;
  random: number;
  /** The ID that serving would give the request. */
  testId: string;
}

/**
 * Builds the device of a test: the parameters, macros and headers of its requests, and the setting in which its ads are
 * checked.
 */
export function testDevice(choice: DeviceChoice): TestDevice {
  const profile = deviceProfiles.find(({ id }) => id === choice.id) ?? deviceProfiles[0];
  const given = { ip: choice.ip, ...profile.params, ...choice.params };
  const params = new Map(Object.entries(given).filter(([, value]) => value !== ''));
  const page = params.get('url');
  const agent = params.get('ua');
  const ip = params.get('ip') ?? '';
  const address = isIP(ip) ? ip : '';
  const isServer = choice.caller === 'server';
  const viewer = { site: hostOf(page), page, address, agent };
  const { environment } = profile;
  const own = isServer ? SERVER_AGENT : printable(agent ?? '') || SERVER_AGENT;
  return {
    params,
    macros: viewerMacros(params, viewer, {
      timestamp: choice.now.toISOString(),
      random: choice.random,
      serveId: choice.testId,
      serverSide: isServer ? '1' : '0',
    }),
    headers: {
      ...callHeaders({
        ...{ address, agent, page, language: params.get('lang'), requestedWith: undefined },
        hasGpc: hasGpc(params, {}),
      }),
      'user-agent': own,
    },
    setting: {
      isTv: environment === 'ctv',
      canRunScripts: environment === 'web' || environment === 'mobileWeb',
      isSecure: page === undefined || /^https:/i.test(page),
    },
  };
}

/** Host of a page without www.; empty when it has none. */
function hostOf(page: string | undefined): string {
  if (page === undefined || !URL.canParse(page)) return '';
  return new URL(page).hostname.replace(/^www\./, '');
}

/** A header is one line of printable ASCII, whatever the parameter contains. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, 2048);
}
