// What a tab shows that needs points, where there are none.
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../../kit/icon.tsx";
import { linkTo } from "../../shell/route.ts";

interface Props {
  readonly name: string;
  readonly icon: IconName;
  readonly children: ComponentChildren;
}

export function NoPoints({ name, icon, children }: Props) {
  return (
    <div class="card empty">
      <Icon name={icon} />
      <p>{children}</p>
      <a class="button primary" href={linkTo(["collections", name, "transfer"])}>
        Import points
      </a>
    </div>
  );
}
