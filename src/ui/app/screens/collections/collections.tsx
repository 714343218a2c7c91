// The collections screen: the list, or one collection.
import { route } from "../../shell/route.ts";
import { Collection } from "../collection/collection.tsx";
import { List } from "./list.tsx";

export function Collections() {
  const [, name, side] = route.value.parts;
  return name === undefined ? <List /> : <Collection name={name} side={side} />;
}
