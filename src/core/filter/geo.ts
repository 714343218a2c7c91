// Points on the globe and the three shapes a filter can ask for. The decision: boxes and polygons are drawn on the map
// of longitude and latitude, a box across the antimeridian where its left side is east of its right; only a radius is
// measured on the sphere. A box leaves its border out, a polygon has it.
import type { GeoPoint } from "./filter.ts";
import { isObject, type JsonValue, member, numberOf } from "./value.ts";

/** The mean radius in metres (IUGG). */
const EARTH_RADIUS = 6_371_008.8;

type Ring = readonly GeoPoint[];

export function isOnGlobe({ lon, lat }: GeoPoint): boolean {
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
}

/** Returns null for a payload value that is not `{lon, lat}` on the globe. */
export function geoPointOf(value: JsonValue): GeoPoint | null {
  if (!isObject(value)) return null;
  const lon = numberOf(member(value, "lon") ?? null);
  const lat = numberOf(member(value, "lat") ?? null);
  if (lon === null || lat === null) return null;
  return isOnGlobe({ lon, lat }) ? { lon, lat } : null;
}

export function isInBox({ lon, lat }: GeoPoint, topLeft: GeoPoint, bottomRight: GeoPoint): boolean {
  const afterLeft = lon > topLeft.lon;
  const beforeRight = lon < bottomRight.lon;
  const crosses = topLeft.lon > bottomRight.lon;
  const isBetween = crosses ? afterLeft || beforeRight : afterLeft && beforeRight;
  return isBetween && lat < topLeft.lat && lat > bottomRight.lat;
}

/** Returns metres along the great circle. */
export function haversine(a: GeoPoint, b: GeoPoint): number {
  const lat = Math.sin(radians(b.lat - a.lat) / 2);
  const lon = Math.sin(radians(b.lon - a.lon) / 2);
  const h = lat * lat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * lon * lon;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Returns an upper bound of the degrees of latitude that the metres span, with a margin for rounding. */
export function degreesOf(metres: number): number {
  return (metres / EARTH_RADIUS) * (180 / Math.PI) * (1 + 1e-9) + 1e-9;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

export function isInPolygon(point: GeoPoint, exterior: Ring, holes: readonly Ring[]): boolean {
  return (
    positionIn(point, exterior) !== "outside" && holes.every((hole) => positionIn(point, hole) !== "inside")
  );
}

/** Counts the sides that a ray to the east crosses: odd means inside. */
function positionIn(point: GeoPoint, ring: Ring): "inside" | "border" | "outside" {
  let isInside = false;
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1]!, ring[i]!];
    // Twice the area of the triangle: its sign says on which side of the line the point is.
    const area = (to.lon - from.lon) * (point.lat - from.lat) - (to.lat - from.lat) * (point.lon - from.lon);
    if (area === 0 && isWithin(point, from, to)) return "border";
    const goesUp = from.lat <= point.lat && to.lat > point.lat;
    const goesDown = to.lat <= point.lat && from.lat > point.lat;
    if ((goesUp && area > 0) || (goesDown && area < 0)) isInside = !isInside;
  }
  return isInside ? "inside" : "outside";
}

function isWithin({ lon, lat }: GeoPoint, a: GeoPoint, b: GeoPoint): boolean {
  return (
    Math.min(a.lon, b.lon) <= lon &&
    lon <= Math.max(a.lon, b.lon) &&
    Math.min(a.lat, b.lat) <= lat &&
    lat <= Math.max(a.lat, b.lat)
  );
}
