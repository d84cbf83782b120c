import { isIP } from 'node:net';
import { callHeaders } from '#outbound/callHeaders.ts';
import type { MacroValues } from '#standards/macros.ts';
import type { CheckSetting } from '#standards/vast/vastFinding.ts';
import { SERVER_AGENT, viewerMacros } from '#standards/viewerMacros.ts';
import { deviceProfiles, type DeviceId } from './deviceProfiles.ts';

/** A viewer's device as a test plays it. */
export interface TestDevice {
  /** Parameters of an ad request by name. */
  params: ReadonlyMap<string, string>;
  macros: MacroValues;
  headers: Record<string, string>;
  setting: CheckSetting;
}

/** What a device is made from. */
export interface DeviceChoice {
  id: DeviceId;
  /** Own values over those of the profile; empty = without the parameter. */
  params: Readonly<Record<string, string>>;
  /** Address of the person who tests: the viewer's, unless a parameter tells another. */
  ip: string;
  /** Whether the call is made as serving makes it for a viewer, or as the viewer's player does. */
  caller: 'server' | 'player';
  now: Date;
  random: number;
  /** What serving would call the request. */
  testId: string;
}

/** The device of a test: the parameters, macros and headers of its requests, and what its ads are judged by. */
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
      ...callHeaders({ address, agent, page, language: params.get('lang'), requestedWith: undefined }),
      'user-agent': own,
    },
    setting: {
      isTv: environment === 'ctv',
      canRunScripts: environment === 'web' || environment === 'mobileWeb',
      isSecure: page === undefined || /^https:/i.test(page),
    },
  };
}

/** Host of a page without www.; empty when it is none. */
function hostOf(page: string | undefined): string {
  if (page === undefined || !URL.canParse(page)) return '';
  return new URL(page).hostname.replace(/^www\./, '');
}

/** A header is one line of printable ASCII, whatever a parameter held. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, 2048);
}
