// Writes the demo data to the server: the collection, its payload indexes, its points.
// The decision: every step can be repeated, so that the button can be pressed again after a failure.
import { ask } from "../../../api/request.ts";
import { pathOf } from "../../collection/info.ts";
import { type City, cities } from "./cities.ts";

export const DEMO = "demo-cities";

const INDEXES = {
  name: "keyword",
  country: "keyword",
  continent: "keyword",
  climate: "keyword",
  capital: "bool",
  population: "integer",
  elevation: "integer",
  daylight_minutes: "integer",
  location: "geo",
  sunrise: "datetime",
  about: "text",
} as const;

const ABOUT =
  "Cities of the world. The vector is the place on a globe of radius 1; figures are rounded. sunrise: of 21 June 2026, UTC.";

export async function loadDemo(): Promise<void> {
  const { exists } = await ask<{ exists: boolean }>("GET", pathOf(DEMO, "/exists"));
  if (!exists) await create();
  for (const [field_name, field_schema] of Object.entries(INDEXES)) {
    await ask("PUT", pathOf(DEMO, "/index"), { body: { field_name, field_schema } });
  }
  const points: readonly City[] = cities();
  await ask("PUT", pathOf(DEMO, "/points"), { body: { points } });
}

async function create(): Promise<void> {
  const body = { vectors_config: { size: 3, distance: "Cosine" }, metadata: { about: ABOUT } };
  await ask("PUT", pathOf(DEMO), { body });
}
