import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TableState } from '../table-state.ts';

/** View of a list: the filters of the address that choose it; none for the whole list. */
export interface ListTab {
  label: string;
  filters: Record<string, string>;
}

/** Value of a filter that takes any of these. */
export function anyOf<Value extends string>(...values: Value[]): string {
  return values.join();
}

interface ListTabsProps {
  /** Name of the list, such as "Sessions". */
  label: string;
  tabs: readonly ListTab[];
  state: TableState;
  /** Filters of tabs that have a control of their own too. */
  visibleFilters?: readonly string[];
  children: ReactNode;
}

/** Tabs above a list. Filters that no tab stands for, as in an older link, get a tab of their own. */
export function ListTabs({ label, tabs, state, visibleFilters = [], children }: ListTabsProps) {
  const names = [...new Set(tabs.flatMap(({ filters }) => Object.keys(filters)))];
  const isChosen = ({ filters }: ListTab) =>
    names.every((name) =>
      name in filters || !visibleFilters.includes(name)
        ? state.filters[name] === (filters[name] ?? '')
        : true,
    );
  const [current] = tabs.filter(isChosen).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const views = current ? tabs : [...tabs, FILTERED];
  // Ids are made of the values, and may hold no space.
  const active = String(views.indexOf(current ?? FILTERED));
  const choose = (value: string | null) => {
    const tab = tabs[Number(value)];
    if (tab) state.set({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...tab.filters });
  };
  return (
    <Tabs value={active} onChange={choose}>
      <Tabs.List aria-label={`Views of ${label}`} className="list-tabs" mb="md">
        {views.map((view, index) => (
          <Tabs.Tab key={view.label} value={String(index)}>
            {view.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={active}>{children}</Tabs.Panel>
    </Tabs>
  );
}

const FILTERED: ListTab = { label: 'Filtered', filters: {} };

function sizeOf({ filters }: ListTab): number {
  return Object.keys(filters).length;
}
