import { campaign } from '#model/index.ts';
import { FieldLink } from '../../entities/form/FieldLink.tsx';

const fields: Readonly<Record<string, { label: string }>> = campaign.fields;

/** The way from a tab of a campaign's form to one of its fields, by the label of the field. */
export function CampaignFieldLink({ name, className }: { name: string; className: string }) {
  return (
    <FieldLink field={name} replace className={className}>
      {fields[name]?.label ?? name}
    </FieldLink>
  );
}
