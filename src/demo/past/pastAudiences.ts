import { hashText } from '#standards/vast/hashText.ts';
import type { Audience } from '#events/record/records.ts';
import type { Environment } from '#model/index.ts';
import { apportion } from './apportion.ts';
import { trafficAt } from './trafficAt.ts';

/** A part of an inventory's audience: the viewers of a kind on one site or app. */
export interface AudiencePart {
  audience: Audience;
  site: string;
  app: string;
  publisher: string;
  params: Readonly<Record<string, string>>;
}

/** An audience part and its requests in a time span. */
export interface PartRequests {
  part: AudiencePart;
  requests: number;
}

/** A span of time, in milliseconds since the epoch; `until` is exclusive. */
export interface Span {
  from: number;
  until: number;
}

/** Volume and audience of an inventory. */
interface Volume {
  environment: Environment;
  /** Requests per hour at the busiest time of a working day at the installation. */
  hourlyRequests: number;
  parts: readonly AudiencePart[];
  installedAt: number;
  /** Maximum number of parts; the requests of others are added to theirs. */
  maxParts: number;
}

/** The requests of an inventory in a span of at most an hour, by a choice of its audience's parts. */
export function pastRequests(
  name: string,
  span: Span,
  { environment, hourlyRequests, parts, installedAt, maxParts }: Volume,
  random: () => number,
): PartRequests[] {
  const middle = (span.from + span.until) / 2;
  const ofCountries = new Map<string, number>();
  const traffic = parts.map(({ audience: { country } }) => {
    const known = ofCountries.get(country) ?? trafficAt(middle, { environment, country, installedAt });
    ofCountries.set(country, known);
    return known;
  });
  const mean = traffic.reduce((sum, each) => sum + each, 0) / parts.length;
  const hour = Math.floor(span.from / 3_600_000);
  // The same for every span of an hour, so that an hour in parts has no steps.
  const variation = 0.93 + 0.14 * (Number.parseInt(hashText(`${name} ${hour}`).slice(0, 6), 16) / 0xff_ffff);
  const hours = (span.until - span.from) / 3_600_000;
  const requests = Math.floor(hourlyRequests * mean * hours * variation + random());
  const first = Math.floor(random() * parts.length);
  const chosen = parts
    .map((_, index) => (first + index * 5) % parts.length)
    .slice(0, maxParts)
    .map((index) => ({ part: parts[index], weight: traffic[index] ?? 0 }));
  const counts = apportion(
    requests,
    chosen.map(({ weight }) => weight),
    random,
  );
  return chosen.flatMap(({ part }, index) => {
    const count = counts[index] ?? 0;
    return part && count > 0 ? [{ part, requests: count }] : [];
  });
}
