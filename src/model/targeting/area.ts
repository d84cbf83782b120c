/** A circle on the earth, in degrees and kilometres. */
export interface Area {
  latitude: number;
  longitude: number;
  radiusKm: number;
}

/** Parses "latitude longitude radius-in-kilometres", separated by spaces or commas; null for other text. */
export function parseArea(text: string): Area | null {
  const parts = text.trim().split(/\s*,\s*|\s+/);
  if (parts.length !== 3 || !parts.every((part) => /^-?\d{1,5}(\.\d{1,8})?$/.test(part))) return null;
  const [latitude = 0, longitude = 0, radiusKm = 0] = parts.map(Number);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || radiusKm <= 0 || radiusKm > 20_000) return null;
  return { latitude, longitude, radiusKm };
}
