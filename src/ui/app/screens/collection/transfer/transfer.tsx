// The import and export tab.
import type { TabProps } from "../tabs.ts";
import { Export } from "./export.tsx";
import { Import } from "./import.tsx";

export function Transfer({ name, info, onChange }: TabProps) {
  return (
    <div class="grid transfer">
      <Import name={name} info={info} onChange={onChange} />
      <Export name={name} info={info} />
    </div>
  );
}
