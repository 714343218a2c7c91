// "Connect" in the header of a collection: opens the programs for it, which are loaded then.
import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { tellFailure } from "../../kit/toast.tsx";
import type { Info } from "./info.ts";

export interface ConnectProps {
  readonly name: string;
  readonly info: Info;
  onClose(): void;
}

export function ConnectButton(props: Omit<ConnectProps, "onClose">) {
  const [Shown, setShown] = useState<ComponentType<ConnectProps>>();
  const open = () =>
    import("./search/connect-dialog.tsx").then(
      ({ ConnectDialog }) => setShown(() => ConnectDialog),
      tellFailure,
    );
  return (
    <>
      <Button text="Connect" onClick={open} />
      {Shown && <Shown {...props} onClose={() => setShown(undefined)} />}
    </>
  );
}
