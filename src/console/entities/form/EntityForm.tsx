import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { FormFrame } from './FormFrame.tsx';
import { FormPartContent } from './FormPartContent.tsx';
import { faultCount, formParts, partOfField } from './formParts.ts';
import { useSeenEntity } from '../useEditionEntity.ts';
import { useRowForm, type RowFormProps } from './useRowForm.tsx';

/** The tabbed form of one row (null = a new one). It fills the drawer, and Save is always visible. */
export function EntityForm({
  tab,
  onTab,
  ...whole
}: RowFormProps & {
  tab: string | undefined;
  /** Called with the opened tab; undefined for the first. */
  onTab: (tab: string | undefined) => void;
}) {
  const entity = useSeenEntity(whole.entity);
  const props = { ...whole, entity };
  const { row, isReadOnly, field } = props;
  const parts = formParts(entity, row, props);
  const [first] = parts;
  const requested = partOfField(parts, field)?.id ?? tab;
  const open = parts.find(({ id }) => id === requested) ?? first;
  const show = (id: string) => onTab(id === first?.id ? undefined : id);
  const rowForm = useRowForm(props, parts, {
    onShow: ({ id }) => {
      if (id !== open?.id) show(id);
    },
  });

  return (
    <FormFrame rowForm={rowForm} entity={entity} row={row} isReadOnly={isReadOnly} isEditing={open?.kind !== 'row'}>
      <Tabs
        sticky
        label={`Sections of this ${entity.label.toLowerCase()}`}
        value={open?.id ?? ''}
        onChange={show}
        listClassName="px-5 pt-1"
        tabs={parts.map((part) => ({
          id: part.id,
          label: part.label,
          error: faultCount(part, rowForm.errors) > 0,
        }))}
      >
        {parts.map((part) => (
          <TabPanel
            key={part.id}
            id={part.id}
            keepMounted={part.kind === 'fields'}
            className="px-5 pt-5 pb-6 [&[hidden]]:hidden"
          >
            <FormPartContent {...props} part={part} rowForm={rowForm} isOpen={part === open} />
          </TabPanel>
        ))}
      </Tabs>
    </FormFrame>
  );
}
