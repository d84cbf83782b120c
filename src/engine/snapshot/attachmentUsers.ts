import { entities, type Entity, type ServedEntity } from '#model/index.ts';

/** Entities that are attached to others: a change of one invalidates what was compiled for those that use it. */
export type Attachment = Extract<ServedEntity, 'targeting' | 'appList' | 'pubList' | 'creList' | 'ivt'>;

/** Entities that have attachments. A targeting can be attached, and has lists attached to it. */
export type TargetedEntity = Extract<
  ServedEntity,
  'advertiser' | 'subpublisher' | 'tag' | 'channel' | 'supplier' | 'adexchange' | 'campaign' | 'creative' | 'targeting'
>;

type TargetedKey = `${TargetedEntity}:${number}`;

/** Entities with targetings and lists of their own, which restrict their traffic. */
export type RestrictedEntity = Exclude<TargetedEntity, 'targeting' | 'creative'>;

/** Keys of targeted entities, by attachment. */
export type AttachmentUsers = Record<Attachment, Map<number, Set<TargetedKey>>>;

export function noAttachmentUsers(): AttachmentUsers {
  return { targeting: new Map(), appList: new Map(), pubList: new Map(), creList: new Map(), ivt: new Map() };
}

const attachable: readonly string[] = Object.keys(noAttachmentUsers());

/** The attachment fields of each targeted entity, from the model. */
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

/** The attachments of a row. Archived rows have none, because they take no part in serving. */
function attachmentsOf(
  entity: TargetedEntity,
  row: TargetedRow | null | undefined,
): readonly (readonly [Attachment, number])[] {
  if (!row || row.status === 2) return noAttachments;
  let found: [Attachment, number][] | null = null;
  for (const { name, target } of fieldsOf[entity]) {
    // Snapshots stored by earlier versions lack the field.
    const ids = (row as Record<string, unknown>)[name] as readonly number[] | undefined;
    for (const id of ids ?? noAttachments) (found ??= []).push([target, id]);
  }
  return found ?? noAttachments;
}

/** Most rows have none. */
const noAttachments: readonly never[] = [];

/**
 * Updates the users of attachments after a change of a targeted entity's row. Returns the attachments that are used for
 * the first time or no longer used.
 */
export function updateAttachmentUsers(
  attachmentUsers: AttachmentUsers,
  entity: TargetedEntity,
  id: number,
  change: { before: TargetedRow | undefined; after: TargetedRow | null },
): [Attachment, number][] {
  const before = attachmentsOf(entity, change.before);
  const after = attachmentsOf(entity, change.after);
  const touched: [Attachment, number][] = [];
  if (before.length + after.length === 0) return touched;
  const key: TargetedKey = `${entity}:${id}`;
  for (const [target, targetId] of before) {
    const keys = attachmentUsers[target].get(targetId);
    keys?.delete(key);
    if (keys?.size === 0) {
      attachmentUsers[target].delete(targetId);
      touched.push([target, targetId]);
    }
  }
  for (const [target, targetId] of after) {
    const keys = attachmentUsers[target].get(targetId);
    if (keys) keys.add(key);
    else {
      attachmentUsers[target].set(targetId, new Set([key]));
      touched.push([target, targetId]);
    }
  }
  return touched;
}

/** The targeted entities that use an attachment. */
export function entitiesWith(
  attachmentUsers: AttachmentUsers,
  target: Attachment,
  id: number,
): { entity: TargetedEntity; id: number }[] {
  return [...(attachmentUsers[target].get(id) ?? [])].map((key) => {
    const [entity, number] = key.split(':');
    return { entity: entity as TargetedEntity, id: Number(number) };
  });
}
