import type { Agent } from '#standards/ivt/classifyUserAgent.ts';
import type { UserAgent } from '#standards/userAgent.ts';

/** The device that a request declares beside its user agent, in the ids of our reference data; empty = not told. */
export interface DeclaredDevice {
  device: string;
  operatingSystem: string;
}

type System = UserAgent['operatingSystem'];

/** Systems that one device truly names in two ways: iPads as Macs, phones in their desktop mode and boxes as Linux. */
const aliases: readonly (readonly [System, System])[] = [
  ['iOS', 'macOS'],
  ['Android', 'Linux'],
  ['Tizen', 'Linux'],
  ['Tizen', 'Android'],
];

/**
 * Whether what a request declares of its device cannot be true of its user agent. What many true requests do is let pass:
 * most Android boxes behind a TV call themselves phones, makers of TVs make phones, tablets may run Windows.
 */
export function contradictsAgent(declared: DeclaredDevice, agent: Agent): boolean {
  return isOtherDevice(declared.device, agent) || isOtherSystem(declared.operatingSystem, agent.operatingSystem);
}

function isOtherDevice(declared: string, { kind, device, operatingSystem: system }: Agent): boolean {
  // The libraries of apps name a system at most: a TV's and a phone's are alike.
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
