// The properties of the two views of the graph tab.
import type { Info } from "../info.ts";

export interface ViewProps {
  readonly name: string;
  readonly vector: string;
  readonly info: Info;
  readonly asked: URLSearchParams;
  /** Changes the address. @param isStep whether Back takes it back */
  go(change: Readonly<Record<string, string>>, isStep?: boolean): void;
}
