/** A folder or bucket without its credentials, as it may be shown. */
export function placeName(place: string): string {
  return place.replace(/\?.*$/, '').replace(/^(s3:\/\/).*@/, '$1');
}
