import { Braces } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import {
  macroOfParam,
  ownPixelMacros,
  syncMacros,
  tagParamNames,
  vastPixelMacros,
  type PixelMacro,
} from '#model/index.ts';
import { SERVER_MACROS } from '#standards/macros.ts';
import { useUser } from '../../frame/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuEntry } from '../../ui/MenuItems.tsx';

interface MacroGroup {
  label: string;
  macros: readonly PixelMacro[];
}

const groups: Record<'tag' | 'pixel' | 'sync', readonly MacroGroup[]> = {
  tag: [
    {
      label: 'Filled by the server',
      macros: SERVER_MACROS.map(({ forms: [macro = ''], description }) => ({ macro, help: description })),
    },
  ],
  pixel: [
    { label: 'Filled by the server', macros: ownPixelMacros },
    { label: 'VAST macros', macros: vastPixelMacros },
  ],
  sync: [{ label: 'Filled by the server', macros: syncMacros }],
};

/** What is chosen from in an address of a kind: what the account's own parameters bring goes to tags and pixels. */
function groupsOf(kind: keyof typeof groups, tagParams: readonly string[]): readonly MacroGroup[] {
  if (kind === 'sync' || tagParams.length === 0) return groups[kind];
  const macros = tagParams.map((name) => ({ macro: macroOfParam(name), help: 'A parameter of your account' }));
  return [{ label: 'Tag parameters', macros }, ...groups[kind]];
}

/** An address with the macros that may stand in it: a chosen one is put where the cursor is. */
export function AddMacro({
  kind,
  url,
  onChange,
  children,
}: {
  kind: keyof typeof groups;
  url: string;
  onChange: (url: string) => void;
  /** The text area that holds the address. */
  children: ReactNode;
}) {
  const { tagParams } = useUser();
  const box = useRef<HTMLDivElement>(null);
  const area = () => box.current?.querySelector('textarea') ?? null;
  // Before the first visit browsers say that the cursor is at the start; macros belong at the end.
  const wasVisited = useRef(false);
  const cursor = useRef<number | null>(null);

  // A value that is set leaves the cursor at its end.
  useLayoutEffect(() => {
    if (cursor.current !== null) area()?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  function insert(macro: string) {
    const { selectionStart = url.length, selectionEnd = url.length } = (wasVisited.current ? area() : null) ?? {};
    wasVisited.current = true;
    cursor.current = selectionStart + macro.length;
    onChange(url.slice(0, selectionStart) + macro + url.slice(selectionEnd));
  }

  const entryOf = ({ macro, help }: PixelMacro): MenuEntry => {
    return { id: macro, label: `${macro}  ${help}`, onSelect: () => insert(macro) };
  };

  return (
    <div
      ref={box}
      className="flex flex-col items-start gap-1.5 [&>textarea]:w-full"
      onFocus={(event) => {
        if (event.target instanceof HTMLTextAreaElement) wasVisited.current = true;
      }}
    >
      {children}
      <Menu
        align="start"
        label="Macros"
        trigger={
          <Button size="sm" variant="ghost" icon={<Braces />}>
            Add macro
          </Button>
        }
        items={groupsOf(kind, tagParamNames(tagParams ?? [])).flatMap(({ label, macros }): MenuEntry[] => [
          { kind: 'heading', id: label, label },
          ...macros.map(entryOf),
        ])}
      />
    </div>
  );
}
