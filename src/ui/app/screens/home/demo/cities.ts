// The demo data: cities of the world as points. The vector of a city is its position on a globe of radius 1, so that
// the cosine of two vectors is that of the angle between the cities, and users can see whether a search is correct.
// The decision: no value is invented. Fields that are not in the lists are computed from the position: the length of
// the longest day, and the sunrise of 21 June 2026 by the sunrise equation.
import { ASIA } from "./asia.ts";
import { AFRICA, NORTH_AMERICA, OCEANIA, SOUTH_AMERICA } from "./elsewhere.ts";
import { EUROPE } from "./europe.ts";

const CONTINENTS: Readonly<Record<string, string>> = {
  Europe: EUROPE,
  Asia: ASIA,
  Africa: AFRICA,
  "North America": NORTH_AMERICA,
  "South America": SOUTH_AMERICA,
  Oceania: OCEANIA,
};

/** Climates by Köppen's letters; the longest matching prefix is used. */
const CLIMATES: Readonly<Record<string, string>> = {
  Af: "Tropical rainforest",
  Am: "Tropical monsoon",
  Aw: "Tropical savanna",
  BWh: "Hot desert",
  BWk: "Cold desert",
  BSh: "Hot steppe",
  BSk: "Cold steppe",
  Cs: "Mediterranean",
  Cfa: "Humid subtropical",
  Cfb: "Oceanic",
  Cfc: "Subpolar oceanic",
  Cwa: "Humid subtropical",
  Cwb: "Subtropical highland",
  Dfa: "Humid continental",
  Dfb: "Humid continental",
  Dwa: "Humid continental",
  Dwb: "Humid continental",
  Dfc: "Subarctic",
  Dwc: "Subarctic",
  Dfd: "Subarctic",
  ET: "Tundra",
};

export interface City {
  readonly id: number;
  readonly vector: readonly [number, number, number];
  readonly payload: Readonly<Record<string, unknown>>;
}

const THOUSAND = 1_000;
const DEGREE = Math.PI / 180;
const MINUTES_PER_DEGREE = 4;
const DAY_MINUTES = 1_440;
/** The tilt of the earth's axis, which is the declination of the sun at the solstice. */
const TILT = 23.44 * DEGREE;
/** The altitude of the sun's centre at sunrise, with refraction. */
const HORIZON = -0.833 * DEGREE;
const SOLSTICE_NOON = Date.UTC(2026, 5, 21, 12, 2);

export function cities(): City[] {
  const countries = new Intl.DisplayNames("en", { type: "region" });
  const lines = Object.entries(CONTINENTS).flatMap(([continent, text]) =>
    text.split("\n").flatMap((line) => (line === "" ? [] : [{ continent, line }])),
  );
  return lines.map(({ continent, line }, at) => {
    const [name, code, latitude, longitude, people, height, climate, capital, about] = line.split("|");
    const location = { lat: Number(latitude), lon: Number(longitude) };
    const payload = {
      name,
      country: countries.of(code!),
      continent,
      climate: climateOf(climate!),
      capital: capital === "c",
      population: Number(people) * THOUSAND,
      elevation: Number(height),
      location,
      ...sunOf(location),
      about,
    };
    return { id: at + 1, vector: onGlobe(location), payload };
  });
}

interface Location {
  readonly lat: number;
  readonly lon: number;
}

function onGlobe({ lat, lon }: Location): [number, number, number] {
  const [phi, lambda] = [lat * DEGREE, lon * DEGREE];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Computes the daylight and the sunrise; places where the sun does not set have no sunrise. */
function sunOf({ lat, lon }: Location): { daylight_minutes: number; sunrise?: string } {
  const phi = lat * DEGREE;
  const cosine = (Math.sin(HORIZON) - Math.sin(phi) * Math.sin(TILT)) / (Math.cos(phi) * Math.cos(TILT));
  if (cosine < -1) return { daylight_minutes: DAY_MINUTES };
  const half = (Math.acos(Math.min(1, cosine)) / DEGREE) * MINUTES_PER_DEGREE;
  const minutes = -lon * MINUTES_PER_DEGREE - half;
  const sunrise = new Date(SOLSTICE_NOON + Math.round(minutes) * 60 * THOUSAND);
  return { daylight_minutes: Math.round(2 * half), sunrise: sunrise.toISOString().replace(".000", "") };
}

function climateOf(letters: string): string {
  return CLIMATES[letters] ?? CLIMATES[letters.slice(0, 2)]!;
}
