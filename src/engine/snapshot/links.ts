import { entities, type Entity, type ServedEntity } from '#model/index.ts';

/** What objects carry: a change of one of them changes what is compiled of those that carry it. */
export type Carried = Extract<ServedEntity, 'targeting' | 'appList' | 'pubList' | 'creList' | 'ivt'>;

/** What carries. A targeting is carried, and carries lists. */
export type Carrier = Extract<
  ServedEntity,
  'advertiser' | 'subpublisher' | 'tag' | 'channel' | 'supplier' | 'adexchange' | 'campaign' | 'creative' | 'targeting'
>;

type CarrierKey = `${Carrier}:${number}`;

/** What carries targetings and lists of its own, so that its traffic is narrowed. */
export type Narrowed = Exclude<Carrier, 'targeting' | 'creative'>;

/** Who carries what: the keys of carriers by what they carry. */
export type Links = Record<Carried, Map<number, Set<CarrierKey>>>;

/** No links. */
export function emptyLinks(): Links {
  return { targeting: new Map(), appList: new Map(), pubList: new Map(), creList: new Map(), ivt: new Map() };
}

const carried: readonly string[] = Object.keys(emptyLinks());

/** The fields by which each carrier refers to what it carries, from the model. */
const fieldsOf: Readonly<Record<Carrier, readonly CarryingField[]>> = {
  advertiser: carryingFields(entities.advertiser),
  subpublisher: carryingFields(entities.subpublisher),
  tag: carryingFields(entities.tag),
  channel: carryingFields(entities.channel),
  supplier: carryingFields(entities.supplier),
  adexchange: carryingFields(entities.adexchange),
  campaign: carryingFields(entities.campaign),
  creative: carryingFields(entities.creative),
  targeting: carryingFields(entities.targeting),
};

interface CarryingField {
  name: string;
  target: Carried;
}

function carryingFields({ fields }: Entity): CarryingField[] {
  return Object.entries(fields).flatMap(([name, { kind, target }]) =>
    kind === 'references' && carried.includes(target ?? '') ? [{ name, target: target as Carried }] : [],
  );
}

type CarrierRow = { status: number } & object;

/** What a row carries; archived rows carry nothing, as nothing is asked of them. */
function* carriedBy(carrier: Carrier, row: CarrierRow | null | undefined): Generator<[Carried, number]> {
  if (!row || row.status === 2) return;
  for (const { name, target } of fieldsOf[carrier]) {
    // A snapshot that an earlier version kept lacks the field.
    const ids = (row as Record<string, unknown>)[name] as readonly number[] | undefined;
    for (const id of ids ?? []) yield [target, id];
  }
}

/** Follows a change of a carrier's row. Tells what has found its first carrier or lost its last one. */
export function relink(
  links: Links,
  carrier: Carrier,
  id: number,
  change: { before: CarrierRow | undefined; after: CarrierRow | null },
): [Carried, number][] {
  const key: CarrierKey = `${carrier}:${id}`;
  const touched: [Carried, number][] = [];
  for (const [target, targetId] of carriedBy(carrier, change.before)) {
    const keys = links[target].get(targetId);
    keys?.delete(key);
    if (keys?.size === 0) {
      links[target].delete(targetId);
      touched.push([target, targetId]);
    }
  }
  for (const [target, targetId] of carriedBy(carrier, change.after)) {
    const keys = links[target].get(targetId);
    if (keys) keys.add(key);
    else {
      links[target].set(targetId, new Set([key]));
      touched.push([target, targetId]);
    }
  }
  return touched;
}

/** Who carries a row. */
export function carriersOf(links: Links, target: Carried, id: number): { carrier: Carrier; id: number }[] {
  return [...(links[target].get(id) ?? [])].map((key) => {
    const [carrier, number] = key.split(':');
    return { carrier: carrier as Carrier, id: Number(number) };
  });
}
