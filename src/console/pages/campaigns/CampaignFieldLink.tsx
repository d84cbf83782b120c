import { campaign } from '#model/index.ts';
import { FieldLink } from '../../entities/form/FieldLink.tsx';

const fields: Readonly<Record<string, { label: string }>> = campaign.fields;

/** A link from a tab of the campaign form to one of its fields. `name` is the field's label. */
export function CampaignFieldLink({ name, className }: { name: string; className: string }) {
  return (
    <FieldLink field={name} replace className={className}>
      {fields[name]?.label ?? name}
    </FieldLink>
  );
}
