import type { Agent } from '#standards/ivt/classifyUserAgent.ts';
import type { UserAgent } from '#standards/userAgent.ts';

/** The device that a request declares beside its user agent, in the ids of our reference data; empty = not declared. */
export interface DeclaredDevice {
  device: string;
  operatingSystem: string;
}

type System = UserAgent['operatingSystem'];

/** Pairs of systems that one genuine device can report: iPads as Macs, phones in desktop mode and TV boxes as Linux. */
const aliases: readonly (readonly [System, System])[] = [
  ['iOS', 'macOS'],
  ['Android', 'Linux'],
  ['Tizen', 'Linux'],
  ['Tizen', 'Android'],
];

/**
 * Whether the declared device contradicts the user agent. Combinations that genuine devices send are accepted: most
 * Android boxes behind a TV call themselves phones, makers of TVs make phones, tablets may run Windows.
 */
export function contradictsAgent(declared: DeclaredDevice, agent: Agent): boolean {
  return isOtherDevice(declared.device, agent) || isOtherSystem(declared.operatingSystem, agent.operatingSystem);
}

function isOtherDevice(declared: string, { kind, device, operatingSystem: system }: Agent): boolean {
  // Libraries of apps name at most a system: those of TVs and phones look the same.
  if (kind !== 'browser' && kind !== 'television') return false;
  if (declared === 'SmartTV' && device !== 'SmartTV') {
    return system === 'Windows' || system === 'macOS' || system === 'iOS';
  }
  if (declared === 'Desktop') return device === 'Mobile' || device === 'SmartTV';
  return declared === 'Mobile' && device === 'SmartTV' && system !== 'Android';
}

function isOtherSystem(declared: string, system: System): boolean {
  if (declared === '' || system === '' || declared === system) return false;
  return !aliases.some(
    ([one, other]) => (declared === one && system === other) || (declared === other && system === one),
  );
}
