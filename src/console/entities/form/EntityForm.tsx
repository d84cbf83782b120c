import { Split } from 'lucide-react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useWatch, type SubmitErrorHandler, type UseFormReturn } from 'react-hook-form';
import { isFieldShown, type Entity, type EntityName, type Fields } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { focusDelayed } from '../../lib/focusDelayed.ts';
import { formatDateTime } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { FormFields } from './FormFields.tsx';
import { tabsOf, type FormValues } from './formModel.ts';
import type { FormTab } from './FormTab.ts';
import type { RowTab } from '../RowTab.ts';
import type { EntityRow } from '../useEntity.ts';
import { useEntityForm } from './useEntityForm.ts';
import type { WarningsComponent } from './WarningsComponent.ts';
import { useDraftWhatIf } from './useDraftWhatIf.tsx';
import { useFormSave } from './useFormSave.tsx';

/** The tabbed form of one row (null = a new one). It fills the drawer, and Save is always visible. */
export function EntityForm({
  entity,
  row,
  preset,
  isReadOnly,
  rowTabs,
  valueTabs = noTabs,
  tab: requestedTab,
  field: requestedField,
  warningsComponent,
  onTab,
  onClone,
  onSaved,
}: {
  entity: Entity<Fields, EntityName>;
  row: EntityRow | null;
  /** Initial values of a new row. */
  preset: FormValues;
  isReadOnly: boolean;
  rowTabs: readonly RowTab[];
  valueTabs?: readonly FormTab[];
  tab: string | undefined;
  /** The field to start at: its tab is opened and it is focused. */
  field?: string | undefined;
  warningsComponent?: WarningsComponent | undefined;
  onTab: (tab: string | undefined) => void;
  /** Clones the row; absent when the user may not. */
  onClone?: (() => void) | undefined;
  onSaved: (row: EntityRow) => void;
}) {
  const editor = useEntityForm(entity, row, preset, isReadOnly);
  const { form, stored, isDirty, isRestored, discard } = editor;
  const { submit, isSaving, conflict } = useFormSave(entity, row, editor, { onSaved, onFaults: showError, onClone });
  const formTabs = tabsOf(entity);
  const ownTabs = row ? rowTabs.filter(({ within }) => within === undefined) : [];
  const firstTab = formTabs[0]?.name ?? '';
  const fieldsTab = formTabs.find(({ fields }) => fields.some(([name]) => name === requestedField))?.name;
  const shownTabs = isReadOnly ? [] : valueTabs;
  const besides = [...shownTabs, ...ownTabs];
  const tab = [...formTabs.map((each) => each.name), ...besides.map((each) => each.id)].find(
    (id) => id === (fieldsTab ?? requestedTab),
  );
  const open = tab ?? firstTab;
  const errors = form.formState.errors;
  const hasError = (names: readonly string[]) => names.some((name) => errors[name] !== undefined);
  const isFormTab = formTabs.some((each) => each.name === open) || shownTabs.some((each) => each.id === open);

  useEffect(() => {
    if (requestedField === undefined || fieldsTab === undefined) return undefined;
    // The drawer takes the focus when it has slid in, so the field is focused after that.
    return focusDelayed(() => form.setFocus(requestedField), 250);
  }, [requestedField, fieldsTab, form]);

  function showError(names: readonly string[]) {
    const bad = formTabs
      .flatMap((each) => each.fields.map(([name, field]) => ({ tab: each.name, name, field })))
      .find(({ name, field }) => names.includes(name) && isFieldShown(field, form.getValues()));
    if (!bad) return;
    if (bad.tab !== open) onTab(bad.tab === firstTab ? undefined : bad.tab);
    // The tab must be visible before its field can be focused.
    focusDelayed(() => form.setFocus(bad.name), 50);
  }

  const onInvalid: SubmitErrorHandler<FormValues> = (errors) => showError(Object.keys(errors));
  const save = () => void form.handleSubmit(submit, onInvalid)();
  const whatIf = useDraftWhatIf(entity, row, { form, stored, isReadOnly, onSave: save });
  const askWhatIf = (field?: string) => void form.handleSubmit(() => whatIf.open(field), onInvalid)();
  const whatIfLink = (name: string) =>
    whatIf.isOfferedFor(name) ? (
      <button
        type="button"
        aria-label={`What if? ${entity.fields[name]?.label ?? ''}`}
        className="ml-auto text-xs text-accent-ink hover:underline"
        onClick={() => askWhatIf(name)}
      >
        What if?
      </button>
    ) : null;

  return (
    <form
      noValidate
      aria-label={row ? `Edit ${entity.label.toLowerCase()}` : `New ${entity.label.toLowerCase()}`}
      className="flex h-full flex-col"
      onSubmit={(event) => {
        // A form that was opened from a field of another form must not submit that one too.
        event.stopPropagation();
        void form.handleSubmit(submit, onInvalid)(event);
      }}
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        {isRestored && isDirty ? (
          <Banner
            bar
            tone="warn"
            action={
              <Button size="sm" onClick={discard}>
                Discard
              </Button>
            }
          >
            Your unsaved changes were restored.
          </Banner>
        ) : null}
        <Tabs
          sticky
          label={`Sections of this ${entity.label.toLowerCase()}`}
          value={open}
          onChange={(id) => onTab(id === firstTab ? undefined : id)}
          listClassName="px-5 pt-1"
          tabs={[
            ...formTabs.map(({ name, label, fields }) => ({
              id: name,
              label,
              error: hasError(fields.map(([field]) => field)),
            })),
            ...besides.map(({ id, label }) => ({ id, label })),
          ]}
        >
          {formTabs.map(({ name, fields }) => (
            <TabPanel key={name} id={name} keepMounted className="px-5 pt-5 pb-6 [&[hidden]]:hidden">
              <FormFields
                entity={entity.name}
                form={form}
                fields={fields}
                names={row?.names ?? {}}
                isNew={row === null}
                isReadOnly={isReadOnly}
                warningsComponent={warningsComponent}
                asideOf={whatIfLink}
              />
              {row && name === open
                ? rowTabs
                    .filter(({ within }) => within === name)
                    .map(({ id, Panel }) => (
                      <Suspense key={id} fallback={<Skeleton className="mt-6 h-16" />}>
                        <Panel entity={entity.name} row={row} isReadOnly={isReadOnly} />
                      </Suspense>
                    ))
                : null}
            </TabPanel>
          ))}
          {shownTabs.map(({ id, Panel }) => (
            <TabPanel key={id} id={id} className="px-5 pt-5 pb-6">
              <Suspense fallback={<Skeleton className="h-24" />}>
                <OfValues form={form}>{(values) => <Panel row={row} values={values} stored={stored} />}</OfValues>
              </Suspense>
            </TabPanel>
          ))}
          {row
            ? ownTabs.map(({ id, Panel }) => (
                <TabPanel key={id} id={id} className="px-5 pt-5 pb-6">
                  <Suspense fallback={<Skeleton className="h-24" />}>
                    <Panel entity={entity.name} row={row} isReadOnly={isReadOnly} />
                  </Suspense>
                </TabPanel>
              ))
            : null}
        </Tabs>
      </div>
      <FormFooter row={row}>
        {isReadOnly ? (
          <span className="text-xs text-muted">View only</span>
        ) : isFormTab || isDirty ? (
          <>
            <Button type="submit" variant="primary" loading={isSaving} disabled={row !== null && !isDirty}>
              {row ? 'Save' : `Create ${entity.label.toLowerCase()}`}
            </Button>
            {whatIf.isOffered ? (
              <Button icon={<Split />} disabled={!isDirty || isSaving} onClick={() => askWhatIf()}>
                What if?
              </Button>
            ) : null}
            <Button onClick={discard} disabled={!isDirty || isSaving}>
              {row ? 'Revert' : 'Clear'}
            </Button>
            <span aria-live="polite" className="flex items-center gap-1.5 text-xs text-muted">
              {isDirty ? (
                <>
                  <span aria-hidden className="size-1.5 rounded-full bg-warn-dot" />
                  Unsaved changes
                </>
              ) : null}
            </span>
          </>
        ) : null}
      </FormFooter>
      {conflict}
      {whatIf.dialog}
    </form>
  );
}

const noTabs: readonly FormTab[] = [];

/** Renders a tab of what follows from the form's values, updated while they are typed. */
function OfValues({
  form,
  children,
}: {
  form: UseFormReturn<FormValues>;
  children: (values: FormValues) => ReactNode;
}) {
  return children(useWatch({ control: form.control }));
}

/** Save is at the left: toasts appear at the right and must not cover it. */
function FormFooter({ row, children }: { row: EntityRow | null; children: ReactNode }) {
  const { timezone } = useUser();
  return (
    <div className="flex min-h-14 shrink-0 items-center justify-between gap-4 border-t bg-sunken px-5 py-2.5">
      <div className="flex items-center gap-2">{children}</div>
      {row ? (
        <dl className="tnum grid grid-cols-[auto_auto] gap-x-2 text-2xs leading-4 text-muted">
          <dt>Updated</dt>
          <dd>
            {formatDateTime(row.updatedAt, timezone)} {offsetLabel(timezone)}
          </dd>
          <dt>Created</dt>
          <dd>
            {formatDateTime(row.createdAt, timezone)} {offsetLabel(timezone)}
          </dd>
        </dl>
      ) : null}
    </div>
  );
}
