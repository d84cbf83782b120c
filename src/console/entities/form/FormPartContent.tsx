import { Suspense, type ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FormFields } from './FormFields.tsx';
import type { FormPart } from './formParts.ts';
import type { FormValues } from './formModel.ts';
import type { RowForm, RowFormProps } from './useRowForm.tsx';

/** The content of one part of a row's form. `isOpen` is false for fields in a tab that is not shown. */
export function FormPartContent({
  part,
  rowForm: { form, stored, whatIfLink },
  isOpen = true,
  entity,
  row,
  isReadOnly,
  rowTabs,
  warningsComponent,
}: { part: FormPart; rowForm: RowForm; isOpen?: boolean } & RowFormProps) {
  switch (part.kind) {
    case 'fields':
      return (
        <>
          <FormFields
            entity={entity.name}
            form={form}
            fields={part.fields}
            names={row?.names ?? {}}
            isNew={row === null}
            isReadOnly={isReadOnly}
            warningsComponent={warningsComponent}
            asideOf={whatIfLink}
          />
          {row && isOpen
            ? rowTabs
                .filter(({ within }) => within === part.id)
                .map(({ id, Panel }) => (
                  <Suspense key={id} fallback={<Skeleton className="mt-6 h-16" />}>
                    <Panel entity={entity.name} row={row} isReadOnly={isReadOnly} />
                  </Suspense>
                ))
            : null}
        </>
      );
    case 'values':
      return (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <OfValues form={form}>{(values) => <part.Panel row={row} values={values} stored={stored} />}</OfValues>
        </Suspense>
      );
    case 'row':
      return row ? (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <part.Panel entity={entity.name} row={row} isReadOnly={isReadOnly} />
        </Suspense>
      ) : null;
    default:
      return part satisfies never;
  }
}

/** Renders what follows from the form's values, updated while they are typed. */
function OfValues({
  form,
  children,
}: {
  form: UseFormReturn<FormValues>;
  children: (values: FormValues) => ReactNode;
}) {
  return children(useWatch({ control: form.control }));
}
