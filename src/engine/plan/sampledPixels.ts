import type { Environment } from '#model/index.ts';
import type { ActivePixel } from './activePixel.ts';
import { hashToUnit } from '../hashToUnit.ts';

/**
 * The pixels of an ad, each once. `day` is today as YYYY-MM-DD in the account's time zone. The sample is drawn per ad,
 * not per pixel: pixels with equal samples measure the same ads.
 */
export function sampledPixels(
  pixels: readonly ActivePixel[],
  serveId: string,
  environment: Environment,
  day: string,
): ActivePixel[] {
  if (pixels.length === 0) return [];
  const samplePoint = hashToUnit(serveId) * 100;
  const seen = new Set<number>();
  return pixels.filter((pixel) => {
    if (seen.has(pixel.id) || samplePoint >= pixel.percent || !canServe(pixel, environment, day)) return false;
    seen.add(pixel.id);
    return true;
  });
}

function canServe(pixel: ActivePixel, environment: Environment, day: string): boolean {
  const { url, environments, startsOn, endsOn } = pixel;
  return (
    // Secure pages block plain HTTP, which old rows may contain. Browsers treat localhost as secure (Secure Contexts).
    /^(?:https:|http:\/\/localhost[:/])/i.test(url) &&
    (environments.length === 0 || environments.includes(environment)) &&
    (startsOn === null || startsOn <= day) &&
    (endsOn === null || day <= endsOn)
  );
}
