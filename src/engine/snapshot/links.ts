import { entities, type Entity, type ServedEntity } from '#model/index.ts';

/** What objects carry: a change of one of them changes what is compiled of those that carry it. */
export type Attachment = Extract<ServedEntity, 'targeting' | 'appList' | 'pubList' | 'creList' | 'ivt'>;

/** What carries. A targeting is carried, and carries lists. */
export type TargetedEntity = Extract<
  ServedEntity,
  'advertiser' | 'subpublisher' | 'tag' | 'channel' | 'supplier' | 'adexchange' | 'campaign' | 'creative' | 'targeting'
>;

type TargetedKey = `${TargetedEntity}:${number}`;

/** What carries targetings and lists of its own, so that its traffic is narrowed. */
export type RestrictedEntity = Exclude<TargetedEntity, 'targeting' | 'creative'>;

/** Who carries what: the keys of carriers by what they carry. */
export type Links = Record<Attachment, Map<number, Set<TargetedKey>>>;

/** No links. */
export function emptyLinks(): Links {
  return { targeting: new Map(), appList: new Map(), pubList: new Map(), creList: new Map(), ivt: new Map() };
}

const attachable: readonly string[] = Object.keys(emptyLinks());

/** The fields by which each carrier refers to what it carries, from the model. */
const fieldsOf: Readonly<Record<TargetedEntity, readonly AttachmentField[]>> = {
  advertiser: attachmentFields(entities.advertiser),
  subpublisher: attachmentFields(entities.subpublisher),
  tag: attachmentFields(entities.tag),
  channel: attachmentFields(entities.channel),
  supplier: attachmentFields(entities.supplier),
  adexchange: attachmentFields(entities.adexchange),
  campaign: attachmentFields(entities.campaign),
  creative: attachmentFields(entities.creative),
  targeting: attachmentFields(entities.targeting),
};

interface AttachmentField {
  name: string;
  target: Attachment;
}

function attachmentFields({ fields }: Entity): AttachmentField[] {
  return Object.entries(fields).flatMap(([name, { kind, target }]) =>
    kind === 'references' && attachable.includes(target ?? '') ? [{ name, target: target as Attachment }] : [],
  );
}

type TargetedRow = { status: number } & object;

/** What a row carries; archived rows carry nothing, as nothing is asked of them. */
function* attachmentsOf(entity: TargetedEntity, row: TargetedRow | null | undefined): Generator<[Attachment, number]> {
  if (!row || row.status === 2) return;
  for (const { name, target } of fieldsOf[entity]) {
    // A snapshot that an earlier version kept lacks the field.
    const ids = (row as Record<string, unknown>)[name] as readonly number[] | undefined;
    for (const id of ids ?? []) yield [target, id];
  }
}

/** Follows a change of a carrier's row. Tells what has found its first carrier or lost its last one. */
export function updateLinks(
  links: Links,
  entity: TargetedEntity,
  id: number,
  change: { before: TargetedRow | undefined; after: TargetedRow | null },
): [Attachment, number][] {
  const key: TargetedKey = `${entity}:${id}`;
  const touched: [Attachment, number][] = [];
  for (const [target, targetId] of attachmentsOf(entity, change.before)) {
    const keys = links[target].get(targetId);
    keys?.delete(key);
    if (keys?.size === 0) {
      links[target].delete(targetId);
      touched.push([target, targetId]);
    }
  }
  for (const [target, targetId] of attachmentsOf(entity, change.after)) {
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
export function entitiesWith(links: Links, target: Attachment, id: number): { entity: TargetedEntity; id: number }[] {
  return [...(links[target].get(id) ?? [])].map((key) => {
    const [entity, number] = key.split(':');
    return { entity: entity as TargetedEntity, id: Number(number) };
  });
}
