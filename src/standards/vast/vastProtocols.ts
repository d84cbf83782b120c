import type { VastVersion } from './types.ts';

/** AdCOM's protocols of a VAST version: that of its inline ads and that of its wrappers. */
export interface VastProtocols {
  inline: number;
  wrapper: number;
}

/** AdCOM's protocols (creative subtypes of audio and video) by VAST version, lowest first. */
export const vastProtocols: Readonly<Record<VastVersion, VastProtocols>> = {
  '2.0': { inline: 2, wrapper: 5 },
  '3.0': { inline: 3, wrapper: 6 },
  '4.0': { inline: 7, wrapper: 8 },
  '4.1': { inline: 11, wrapper: 12 },
  '4.2': { inline: 13, wrapper: 14 },
  '4.3': { inline: 15, wrapper: 16 },
};

/** The protocols of inline ads, lowest version first. */
export const inlineProtocols: readonly number[] = Object.values(vastProtocols).map(({ inline }) => inline);

/** The protocols of wrappers, lowest version first. */
export const wrapperProtocols: readonly number[] = Object.values(vastProtocols).map(({ wrapper }) => wrapper);
