import type { Environment } from '#model/index.ts';
import type { PixelFacts } from './pixelFacts.ts';
import { hashToUnit } from '../hashToUnit.ts';

/**
 * The pixels that an ad carries, each once. `day` is today as YYYY-MM-DD in the account's zone. The lot is the ad's, not
 * the pixel's: pixels of equal samples measure the same ads.
 */
export function sampledPixels(
  pixels: readonly PixelFacts[],
  serveId: string,
  environment: Environment,
  day: string,
): PixelFacts[] {
  if (pixels.length === 0) return [];
  const samplePoint = hashToUnit(serveId) * 100;
  const seen = new Set<number>();
  return pixels.filter((pixel) => {
    if (seen.has(pixel.id) || samplePoint >= pixel.percent || !canServe(pixel, environment, day)) return false;
    seen.add(pixel.id);
    return true;
  });
}

function canServe(pixel: PixelFacts, environment: Environment, day: string): boolean {
  const { url, environments, startsOn, endsOn } = pixel;
  return (
    // Players of secure pages refuse others; old rows may hold them. Browsers take this machine for as safe (Secure Contexts).
    /^(?:https:|http:\/\/localhost[:/])/i.test(url) &&
    (environments.length === 0 || environments.includes(environment)) &&
    (startsOn === null || startsOn <= day) &&
    (endsOn === null || day <= endsOn)
  );
}
