import type { VastCreative, XmlPart } from '../../vast/types.ts';
import type { Timed } from '../types.ts';
import { isSizeOffered } from './creativeFault.ts';

/** A companion, as far as places choose by it. */
interface CompanionTraits {
  /** Pixels; 0 when unknown. */
  w: number;
  h: number;
  /** AdCOM companion types of its resources, of which the place needs one. */
  types: readonly number[];
}

/** Companions without which an ad may not be shown (VAST 4.3, 3.15: `required`). */
export interface RequiredCompanions {
  /** Whether one of them suffices. */
  isOneEnough: boolean;
  companions: readonly CompanionTraits[];
}

const none: readonly RequiredCompanions[] = [];

/** The required companions of an ad's creatives. */
export function requiredCompanionsOf(creatives: readonly VastCreative[]): readonly RequiredCompanions[] {
  let found = none;
  for (const { companionAds } of creatives) {
    const required = companionAds?.required?.toLowerCase();
    if (!companionAds?.items.length || (required !== 'all' && required !== 'any')) continue;
    const companions = companionAds.items.map(companionTraits);
    found = [...found, { isOneEnough: required === 'any', companions }];
  }
  return found;
}

/** AdCOM companion types. */
const typeOfResource: Readonly<Record<string, number>> = { StaticResource: 1, HTMLResource: 2, IFrameResource: 3 };

function companionTraits({ attributes, children }: XmlPart): CompanionTraits {
  return {
    w: Number(attributes['width']) || 0,
    h: Number(attributes['height']) || 0,
    types: children.flatMap(({ name }) => typeOfResource[name] ?? []),
  };
}

/**
 * Whether the place shows the companions that an ad requires, by the sizes and types that it lists (OpenRTB 2.6, 3.2.7
 * and 3.2.8). Where it lists neither, it is unknown whether it shows companions.
 */
export function areCompanionsOffered(
  required: readonly RequiredCompanions[],
  { companionad = [], companiontype = [] }: Timed,
): boolean {
  const isOffered = ({ w, h, types }: CompanionTraits): boolean => {
    if (companiontype.length > 0 && types.length > 0 && !types.some((type) => companiontype.includes(type)))
      return false;
    return (
      companionad.length === 0 || w === 0 || h === 0 || companionad.some((place) => isSizeOffered({ w, h }, place))
    );
  };
  return required.every(({ isOneEnough, companions }) =>
    isOneEnough ? companions.some(isOffered) : companions.every(isOffered),
  );
}
